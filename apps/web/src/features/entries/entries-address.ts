import { type EntriesFilter, KINDS_OF_FILTER } from '@balcao/contract/fields/entries-filter.ts';
import { isIncomePart } from '@balcao/domain/income.ts';
import { readListSearch, readPeriodSearch, readText } from '../../ui/lists/list-address.ts';
import { readOpenSale } from '../sales/sales-address.ts';

const IDS = ['seller', 'product', 'client', 'student', 'closing'] as const;

/** Reads an address that anyone may have typed. Invalid values filter nothing. */
export function readEntriesFilter(address: Record<string, unknown>): EntriesFilter {
  const ids = IDS.filter((name) => /^[1-9]\d{0,8}$/.test(`${address[name]}`));
  const [method, methodNow] = [readText(address.method), readText(address.methodNow)];
  const income = isIncomePart(address.income) ? address.income : undefined;
  const kind = KINDS_OF_FILTER.find((known) => known === address.kind);
  return {
    ...readPeriodSearch(address),
    ...Object.fromEntries(ids.map((name) => [name, Number(address[name])])),
    ...(income && { income }),
    // A share of the items of an entry was paid by no method of its own.
    ...(!ids.includes('product') && !income && (method ? { method } : methodNow && { methodNow })),
    ...(kind && { kind }),
  };
}

/** The page, the filter and the open sale of an address, without defaults. */
export function readEntriesSearch(address: Record<string, unknown>) {
  const { search: _, ...page } = readListSearch(address);
  const sale = readOpenSale(address);
  return { ...page, ...readEntriesFilter(address), ...(sale && { sale }) };
}
