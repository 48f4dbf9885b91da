import { expect, it } from 'vitest';
import { changeOf } from './closing-columns.tsx';

const said = (sales_added: number, sales_deleted: number) =>
  changeOf({ sales_added, sales_deleted, current_total: 1234.5 })?.replaceAll('\u00a0', ' ');

it('says nothing of a box that is as it was closed', () => {
  expect(said(0, 0)).toBeUndefined();
});

it.each([
  [1, 0, '1 venda nova'],
  [2, 0, '2 vendas novas'],
  [0, 1, '1 venda excluída'],
  [3, 2, '3 vendas novas e 2 vendas excluídas'],
])('says what changed: %i added, %i deleted', (added, deleted, words) => {
  expect(said(added, deleted)).toBe(
    `Depois do fechamento: ${words}. O dia soma agora R$ 1.234,50.`,
  );
});
