import type { ExportRequest } from '@balcao/contract/exports.ts';
import type { Db } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import type { Table } from './file/table.ts';

export type Filter = Omit<ExportRequest, 'list' | 'format'>;

/** A list that can be exported. */
export type ExportedList = {
  /** The name of the sheet and, in lower case, of the file. */
  title: string;
  /** The filters of its screen. */
  filters: readonly (keyof Filter)[];
  /** Filters of which the audit keeps only that they were set, since they name people. */
  personal?: readonly (keyof Filter)[];
  /** `db` is a snapshot. Throws invalid_day. */
  open: (db: Db, filter: Filter, viewer: SignedIn) => Promise<Table>;
};
