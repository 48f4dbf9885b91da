import { expect, it } from 'vitest';
import { readPixKey } from './pix-key.ts';

it.each([
  ['529.982.247-25', 'CPF 529.982.247-25', '52998224725'],
  [' 52998224725 ', 'CPF 529.982.247-25', '52998224725'],
  ['11.222.333/0001-81', 'CNPJ 11.222.333/0001-81', '11222333000181'],
  ['12.abc.345/01de-35', 'CNPJ 12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['(11) 91234-5678', 'Telefone +55 (11) 91234-5678', '+5511912345678'],
  ['11 91234-5678', 'Telefone +55 (11) 91234-5678', '+5511912345678'],
  ['(81)3456-7890', 'Telefone +55 (81) 3456-7890', '+558134567890'],
  ['+55 81 98765 4321', 'Telefone +55 (81) 98765-4321', '+5581987654321'],
  ['5581987654321', 'Telefone +55 (81) 98765-4321', '+5581987654321'],
  ['+351 912 345 678', 'Telefone +351912345678', '+351912345678'],
  ['Loja@Escola.COM.br', 'E-mail loja@escola.com.br', 'loja@escola.com.br'],
  [
    '123E4567-E89B-12D3-A456-426614174000',
    'Chave aleatória 123e4567-e89b-12d3-a456-426614174000',
    '123e4567-e89b-12d3-a456-426614174000',
  ],
])('reads %s as %s', (typed, words, key) => {
  const read = readPixKey(typed);
  expect([read?.words, read?.key]).toEqual([words, key]);
});

it.each([
  '',
  'loja',
  '529.982.247-26',
  '11.222.333/0001-80',
  // Either a mistyped CPF or a phone, which to the banks would be somebody's CPF.
  '81987654321',
  '(11) 1234-567',
  '(10) 91234-5678',
  '+55 81 8765-43',
  `${'a'.repeat(70)}@escola.com`,
])('does not guess what %s is', (typed) => expect(readPixKey(typed)).toBeUndefined());
