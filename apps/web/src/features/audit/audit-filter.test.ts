import { auditActions, kindOf } from '@balcao/domain/audit/actions.ts';
import { expect, it } from 'vitest';
import { EVERYTHING, kindChoices, readAuditFilter, readAuditSearch } from './audit-filter.ts';

it('reads back the filter and page of an address', () => {
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

it.each([[{ kind: 'sale.invented' }], [{ kind: 7 }], [{ user: '  ' }], [{ search: 'Vera' }]])(
  'leaves %j out',
  (address) => {
    expect(readAuditSearch(address)).toEqual({});
  },
);

it('reads the whole filter of an address', () => {
  const filter = { ...EVERYTHING, user: '12', endDate: '2026-11-30' };
  expect(readAuditFilter({ user: 12, endDate: '2026-11-30' })).toEqual(filter);
});

it('has words for every kind of event and offers each once', () => {
  const offered = kindChoices.flatMap((choice) => ('items' in choice ? choice.items : []));
  expect(offered.map(({ value }) => value).sort()).toEqual([...auditActions].sort());
  for (const action of auditActions) expect(kindOf(action)).not.toBe(action);
  expect(new Set(offered.map(({ label }) => label)).size).toBe(offered.length);
});
