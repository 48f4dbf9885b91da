import { expect, it } from 'vitest';
import { guessColumns, pick, splitHeadings } from './match-columns.ts';
import { targets } from './targets.ts';

const guess = (what: keyof typeof targets, headings: string) =>
  guessColumns(headings.split('|'), targets[what].fields);

it.each([
  ['Código|Nome|Valor|Ativo|Na grade do PDV', { code: 0, name: 1, price: 2, active: 3, pinned: 4 }],
  ['DESCRIÇÃO|cód.|PREÇO (R$)', { name: 0, code: 1, price: 2 }],
  ['Código do produto|Produto|Preço de custo|Preço de venda', { code: 0, name: 1, price: 3 }],
  ['Ref.|Item|Valor unitário|Situação', { code: 0, name: 1, price: 2, active: 3 }],
  ['a|b||c', {}],
])('knows the columns of products by %s', (headings, columns) => {
  expect(guess('products', headings)).toEqual(columns);
});

it.each([
  [
    'Matrícula|Aluno|CPF do responsável|Responsável',
    { registration: 0, student: 1, cpf: 2, client: 3 },
  ],
  [
    'RA|Nome|Responsável financeiro|CPF Resp. Financeiro',
    { registration: 0, student: 1, cpf: 3, client: 2 },
  ],
  [
    'CPF do aluno|Nome do aluno|Nº matrícula|Mãe|CPF',
    { registration: 2, student: 1, cpf: 4, client: 3 },
  ],
])('knows the columns of the roll by %s', (headings, columns) => {
  expect(guess('roll', headings)).toEqual(columns);
});

it('finds the headings below a title, and picks the cells of the columns with their lines', () => {
  const sheet = [['Colégio Exemplo'], ['Lista de 2026'], ['Valor', 'Código'], ['1,00', 'A'], ['2']];
  const rows = sheet.map((cells, index) => ({ line: index + 1, cells }));
  const { headings, rows: below } = splitHeadings(rows, targets.products.fields);
  expect(headings).toEqual(['Valor', 'Código']);
  expect(pick(below, guessColumns(headings, targets.products.fields))).toEqual([
    { line: 4, code: 'A', price: '1,00' },
    { line: 5, code: '', price: '2' },
  ]);
});
