import { actionsOf, auditActions, auditAreas, kindOf } from '@balcao/domain/audit/actions.ts';
import { expect, it } from 'vitest';
import { auditFilter } from './audit-filter.ts';
import { kindChoices, knownKind } from './audit-page.tsx';

it('reads back the filter and page of an address', () => {
  const address = {
    page: 3,
    page_size: 25,
    user: 'Vera',
    about: 'Venda nº 12',
    kind: 'sale.created',
    startDate: '2026-11-01',
    endDate: '2026-11-30',
  };
  expect(auditFilter.search(address)).toEqual(address);
});

it.each([[{ user: '  ' }], [{ about: '529.982.247-25' }], [{ search: 'Vera' }]])(
  'leaves %j out',
  (address) => {
    expect(auditFilter.search(address)).toEqual({});
  },
);

it('reads the whole filter of an address', () => {
  const given = { user: '12', endDate: '2026-11-30' };
  const none = { about: '', kind: '', startDate: '' };
  expect(auditFilter.read({ ...given, user: 12 })).toEqual({ ...none, ...given });
  expect(knownKind('sale.created')).toBe('sale.created');
  expect(knownKind('sale.invented')).toBe('');
});

it('has words for every kind of event, offers each once, and each belongs to one area', () => {
  const offered = kindChoices.flatMap((choice) => ('items' in choice ? choice.items : []));
  const areas = Object.keys(auditAreas) as (keyof typeof auditAreas)[];
  expect(areas.flatMap(actionsOf).sort()).toEqual([...auditActions].sort());
  expect(offered.map(({ value }) => value).sort()).toEqual([...auditActions].sort());
  for (const action of auditActions) expect(kindOf(action)).not.toBe(action);
  expect(new Set(offered.map(({ label }) => label)).size).toBe(offered.length);
});
