import type { ExportRequest } from '@balcao/contract/exports.ts';

export type ExportProps = {
  lists: readonly { list: ExportRequest['list']; label: string }[];
  /** What the page shows now; '' filters nothing. */
  filter: Omit<ExportRequest, 'list' | 'format' | 'kind'> & { kind?: ExportRequest['kind'] | '' };
};
