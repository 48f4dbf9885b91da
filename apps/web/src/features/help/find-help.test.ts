import { expect, test } from 'vitest';
import { readGuides } from '../../../manual/read-manual.ts';
import { findHelp, textOf, wordsOf } from './find-help.ts';

const sellers = readGuides()
  .filter((guide) => guide.for === 'all')
  .flatMap(({ sections }) => sections);
const onPage = (question: string) =>
  findHelp(sellers, question, ({ title, also, pieces }) =>
    wordsOf(`${title} ${also} ${textOf(pieces)}`),
  ).map(({ title }) => title);
const inJumpBox = (question: string) =>
  findHelp(sellers, question, ({ title, also }) => wordsOf(`${title} ${also}`)).map(
    ({ title }) => title,
  );

// What a seller asks at the counter, in a seller's words.
test.each([
  ['cancelar', 'Devolver um produto'],
  ['cancelar a venda', 'Devolver um produto'],
  ['cancelar o pedido', 'Escolher os produtos'],
  ['limpar', 'Escolher os produtos'],
  ['cliente desistiu', 'Escolher os produtos'],
  ['segunda via', 'O recibo'],
  ['2ª via', 'Meus recibos'],
  ['2a via', 'Meus recibos'],
  ['errei o CPF', 'Cliente e aluno'],
  ['Pix não caiu', 'Receber por Pix'],
  ['pix nao caiu', 'Receber por Pix'],
  ['desconto', 'Receber o pagamento'],
  ['inventário', 'Contar o estoque'],
  ['esqueci a senha', 'Entrar'],
  ['trocar o tamanho', 'Trocar um produto'],
])('“%s” finds “%s” on the page of help and with Ctrl+K', (question, title) => {
  expect(onPage(question)).toContain(title);
  expect(inJumpBox(question)).toContain(title);
});

test('a word is found where a word begins, without its ending, and by five letters if nothing else has it', () => {
  const found = (question: string, ...texts: string[]) => findHelp(texts, question, wordsOf);
  const online = 'Ficou desconectado?';
  expect(found('desconto', online, 'Não há descontos.')).toEqual(['Não há descontos.']);
  expect(found('descontar', online)).toEqual([online]);
  expect(found('caixa', 'A encaixa')).toEqual([]);
  expect(found('esqueci', 'Esqueceu a senha?')).toHaveLength(1);
  expect(found('DEVOLUÇÕES', 'a devolucao, e')).toHaveLength(1);
  expect(found('como', 'nada')).toHaveLength(1);
});
