import { finished, Readable } from 'node:stream';
import type { ExportRequest } from '@balcao/contract/exports.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import type { Db } from '../../database/connection.ts';
import { openSnapshot } from '../../database/reading-snapshot.ts';
import { periodOf } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { bankCardsList, bankPixList, bankReturnsList } from './bank-lists.ts';
import { auditList, closingsList, entriesList } from './book-lists.ts';
import type { ExportedList, Filter } from './exported-list.ts';
import { csvOf } from './file/csv.ts';
import { xlsxOf } from './file/xlsx.ts';
import { clientsList, studentsList } from './people-list.ts';
import { materialListsList, productSalesList, productsList } from './product-lists.ts';
import { reportList } from './report-list.ts';
import { saleItemsList, salesList } from './sales-list.ts';
import { purchaseList, stockList } from './stock-lists.ts';

const lists: Record<ExportRequest['list'], ExportedList> = {
  sales: salesList,
  sale_items: saleItemsList,
  report: reportList,
  closings: closingsList,
  products: productsList,
  product_sales: productSalesList,
  material_lists: materialListsList,
  clients: clientsList,
  students: studentsList,
  audit: auditList,
  entries: entriesList,
  stock: stockList,
  purchase: purchaseList,
  bank_pix: bankPixList,
  bank_returns: bankReturnsList,
  bank_cards: bankCardsList,
};

/** A client that takes nothing for so long is cut off. */
export const STALLED_MS = 60_000;

export type ExportedFile = { name: string; rows: number; content: Readable };

/**
 * A list with its filter as a file. All of it is of one moment, read while the client receives it; the
 * connection is free again when `content` ends or is destroyed. The audit knows of the export before its
 * first byte leaves. Throws invalid_request and invalid_day.
 */
export async function exportList(
  db: Db,
  viewer: SignedIn,
  { list: name, format, ...filter }: ExportRequest,
): Promise<ExportedFile> {
  const list = lists[name];
  for (const field of Object.keys(filter)) {
    if (!list.filters.includes(field as keyof Filter)) {
      throw new Refusal('invalid_request', { field: `body/${field}` });
    }
  }
  periodOf(filter, 'body');
  const snapshot = await openSnapshot(db, STALLED_MS);
  try {
    const table = await list.open(snapshot.db, filter, viewer);
    await recordAudit(db, viewer, 'list.exported', {
      after: { list: name, format, rows: table.count, ...auditedFilter(list, filter) },
    });
    const content =
      format === 'csv'
        ? Readable.from(csvOf(table), { objectMode: false })
        : await xlsxOf(list.title, table);
    finished(content, () => void snapshot.end());
    return { name: nameOf(list, filter, format), rows: table.count, content };
  } catch (error) {
    await snapshot.end();
    throw error;
  }
}

/** A search may be a CPF or a matrícula, which the audit never has. */
function auditedFilter({ personal = [] }: ExportedList, filter: Filter): Record<string, unknown> {
  const hidden = (text: string) => text.replace(/\d(?:[.\-\s]?\d){3,}/g, '…');
  const shown: Record<string, unknown> = { ...filter };
  for (const field of ['search', 'user'] as const) {
    if (filter[field] !== undefined) shown[field] = hidden(filter[field]);
  }
  for (const field of personal) if (filter[field] !== undefined) shown[field] = true;
  return shown;
}

/** The name of the file has the days of the filter, or that of the export. */
function nameOf({ title }: ExportedList, { startDate, endDate }: Filter, format: string): string {
  const days = [...new Set([startDate, endDate].filter(Boolean))];
  const when = days.length > 0 ? days.join(' a ') : businessDayOf(new Date());
  return `${title.toLowerCase()} ${when}.${format}`;
}
