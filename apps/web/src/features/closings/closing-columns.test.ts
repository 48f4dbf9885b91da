import type { ListedClosing } from '@balcao/contract/cash-boxes/closings.ts';
import { expect, it } from 'vitest';
import { changeOf } from './closing-columns.tsx';

const box = {} as NonNullable<ListedClosing['box']>;
const said = (
  sales_added: number,
  sales_deleted: number,
  corrections_added = 0,
  of: Pick<ListedClosing, 'box'> = {},
) =>
  changeOf({
    ...of,
    sales_added,
    sales_deleted,
    corrections_added,
    current_total: 1234.5,
  })?.replaceAll('\u00a0', ' ');

it('says nothing of a box that is as it was closed', () => {
  expect(said(0, 0)).toBeUndefined();
});

it.each([
  [1, 0, 0, '1 venda nova'],
  [2, 0, 0, '2 vendas novas'],
  [0, 1, 0, '1 venda excluída'],
  [0, 0, 1, '1 devolução ou correção'],
  [3, 2, 0, '3 vendas novas e 2 vendas excluídas'],
  [3, 2, 2, '3 vendas novas, 2 vendas excluídas e 2 devoluções ou correções'],
])('says what changed: %i added, %i deleted, %i corrected', (added, deleted, corrected, words) => {
  expect(said(added, deleted, corrected)).toBe(
    `Depois do fechamento: ${words}. O dia soma agora R$ 1.234,50.`,
  );
});

it('tells of a counted box what the box adds up to, not the day', () => {
  expect(said(0, 1, 0, { box })).toContain('. O caixa soma agora R$ 1.234,50.');
});
