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
  ['Matr.|Nome|Turma|CPF Resp.', { registration: 0, student: 1, class: 2, cpf: 3 }],
  ['Nome|Nº Matr.', { student: 0, registration: 1 }],
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

const split = (what: keyof typeof targets, ...rows: string[]) =>
  splitHeadings(
    rows.map((row, index) => ({ line: index + 1, cells: row.split('|') })),
    targets[what].fields,
  );

it.each([
  ['products', '307|Camiseta P|49,90'],
  ['products', '307|Item|49,90'],
  ['roll', '20260001|Aluno|6º ano A|529.982.247-25|Ana'],
  ['deliveries', '307|24'],
  ['lists', '3º ano 2027|3ANO27|307|2'],
] as const)('keeps the first row of a file of %s without headings: %s', (what, row) => {
  const { headings, rows } = split(what, row, row);
  expect(headings).toEqual(row.split('|').map(() => ''));
  expect(rows.map(({ line }) => line)).toEqual([1, 2]);
  expect(split(what, 'Lista da escola', row).rows).toHaveLength(2);
});

it('takes headings that it does not know for such', () => {
  const { headings, rows } = split('products', 'Lista', 'A|B|C', '307|Camiseta|49,90');
  expect([headings, rows.length]).toEqual([['A', 'B', 'C'], 1]);
});
