import { expect, it } from 'vitest';
import { entriesLink } from '../../navigation/entries-link.ts';
import { entriesFilter } from './entries-filter.ts';

it('reads back the filter of a link, and the page', () => {
  const filter = {
    startDate: '2026-10-01',
    endDate: '2026-10-31',
    seller: 2,
    method: 'Pix',
    client: 3,
    student: 4,
    closing: 5,
    kind: 'refund',
  } as const;
  const { to, search } = entriesLink(filter);
  expect(to).toBe('/lancamentos');
  expect(entriesFilter.search({ ...search, page: '2', sale: '7' })).toEqual({
    ...filter,
    page: 2,
    sale: 7,
  });
});

it('takes a product without a method, and ignores what filters nothing', () => {
  expect(entriesFilter.search({ product: '7', method: 'Pix' })).toEqual({ product: 7 });
  expect(entriesFilter.search({ methodNow: 'Pix' })).toEqual({ methodNow: 'Pix' });
  expect(
    entriesFilter.search({
      seller: '0',
      method: ' ',
      kind: 'troca',
      startDate: '2026-02-30',
      other: 1,
    }),
  ).toEqual({});
});
