import { describe, expect, it } from 'vitest';
import { cents } from '../money.ts';
import { brCode, crc16 } from './br-code.ts';

/** The static example in the central bank's "Manual de Padrões para Iniciação do Pix". */
const EXAMPLE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
  '5913Fulano de Tal6008BRASILIA62070503***63041D3D';

/** The example with an amount in the central bank's "Manual do BR Code". */
const EXAMPLE_WITH_AMOUNT =
  '00020104141234567890123426580014BR.GOV.BCB.PIX0136123e4567-e12b-12d1-a456-42665544000027300012' +
  'BR.COM.OUTRO011001234567895204000053039865406123.455802BR5917NOME DO RECEBEDOR6008BRASILIA' +
  '61087007490062190515RP12345678-201980390012BR.COM.OUTRO01190123.ABCD.3456.WXYZ6304AD38';

const FULANO = {
  key: '123e4567-e12b-12d1-a456-426655440000',
  name: 'Fulano de Tal',
  city: 'BRASILIA',
};

describe('brCode', () => {
  it("is the central bank's example, letter by letter", () => {
    expect(brCode(FULANO, { txid: '***' })).toBe(EXAMPLE);
  });

  it("writes the amount and the txid as the central bank's other example", () => {
    const receiver = { ...FULANO, name: 'NOME DO RECEBEDOR' };
    const code = brCode(receiver, { amount: cents(12345), txid: 'RP12345678-2019' });
    for (const part of ['5406123.45', '5917NOME DO RECEBEDOR', '62190515RP12345678-2019']) {
      expect(EXAMPLE_WITH_AMOUNT).toContain(part);
      expect(code).toContain(part);
    }
    expect(brCode(FULANO, { amount: cents(7), txid: 'a' })).toContain('54040.07');
    expect(brCode(FULANO, { amount: cents(999_999_999), txid: 'a' })).toContain('54109999999.99');
  });

  it('has no accents, and no more letters than the fields take', () => {
    const name = 'Associação de Pais & Mestres do Colégio';
    const code = brCode({ ...FULANO, name, city: 'São José do Rio Preto' }, { txid: 'a' });
    expect(code).toContain('5925Associacao de Pais e Mest6015Sao Jose do Rio62');
  });

  it.each([
    ['Silva & Filhos', '5914Silva e Filhos60'],
    ['A&B Livros', '5912A e B Livros60'],
    ['@loja.do.colegio', '5915loja.do.colegio60'],
    ['Colégio "Sant\'Ana" (matriz) [SP]', '5925Colegio SantAna matriz SP60'],
    ['Loja\u2019s <1> {2} 50% #3', '5914Lojas 1 2 50 360'],
    ['Pré-escola nº 1', '5914Pre-escola n 160'],
  ])('writes %s with characters that every reader takes', (name, written) => {
    expect(brCode({ ...FULANO, name }, { txid: 'a' })).toContain(written);
  });
});

it("crc16 gives the checksums of the central bank's examples", () => {
  for (const example of [EXAMPLE, EXAMPLE_WITH_AMOUNT]) {
    expect(crc16(example.slice(0, -4))).toBe(example.slice(-4));
  }
  // Among a hundred texts some checksums begin with a zero.
  for (let n = 0; n < 100; n++) expect(crc16(`${n}`)).toMatch(/^[0-9A-F]{4}$/);
});
