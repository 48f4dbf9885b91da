import { auditActions } from '@balcao/contract/audit-actions.ts';
import { expect, it } from 'vitest';
import { kindChoices, kindOf } from './audit-kinds.ts';
import { EVERYTHING, filterOf, readAuditSearch, searchOf } from './audit-search.ts';

it('keeps filter and page of an address', () => {
  const address = {
    page: 3,
    page_size: 25,
    user: 'Vera',
    kind: 'sale.created',
    startDate: '2026-11-01',
    endDate: '2026-11-30',
  };
  expect(readAuditSearch(address)).toEqual(address);
});

it.each([
  [{ kind: 'sale.invented' }],
  [{ kind: 7 }],
  [{ startDate: '2026-02-30' }],
  [{ endDate: 'ontem' }],
  [{ user: '  ' }],
  [{ search: 'Vera' }],
])('leaves %j out', (address) => {
  expect(readAuditSearch(address)).toEqual({});
});

it('reads back what an address was made of', () => {
  const filter = { ...EVERYTHING, user: '12', endDate: '2026-11-30' };
  expect(filterOf(searchOf(filter, '50'))).toEqual(filter);
  expect(searchOf(filter, '50')).toMatchObject({ page_size: 50 });
  expect(filterOf({})).toEqual(EVERYTHING);
});

it('has words for every kind there is, and offers each once', () => {
  const offered = kindChoices.flatMap((choice) => ('items' in choice ? choice.items : []));
  expect(offered.map(({ value }) => value).sort()).toEqual([...auditActions].sort());
  for (const action of auditActions) expect(kindOf(action)).not.toBe(action);
  expect(new Set(offered.map(({ label }) => label)).size).toBe(offered.length);
});
