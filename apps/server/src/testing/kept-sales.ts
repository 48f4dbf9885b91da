import { randomUUID } from 'node:crypto';
import type { NewKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { aSalePayload, type GivenItem } from './builders.ts';

type GivenKept = Parameters<typeof aSalePayload>[0] & { items: readonly GivenItem[] };

export const aPaper = (items: readonly GivenItem[]): NewKeptSale['paper'] =>
  items.map(({ product: { code, name, unitPrice } }) => ({
    ...{ code, name, price: reaisFromCents(unitPrice) },
  }));

/** What a counter sends that has kept this one sale, just now. */
export const aKeptSale = (given: GivenKept, changed: Partial<NewKeptSale> = {}): NewKeptSale => ({
  made_at: new Date().toISOString(),
  device: randomUUID(),
  waiting: 1,
  sale: aSalePayload(given),
  paper: aPaper(given.items),
  ...changed,
});
