import type { ExportRequest } from '@balcao/contract/exports.ts';

export type ExportProps = {
  lists: readonly { list: ExportRequest['list']; label: string }[];
  /** What the file holds; '' filters nothing. */
  filter: Omit<ExportRequest, 'list' | 'format' | 'kind'> & { kind?: ExportRequest['kind'] | '' };
  /** Runs when a file is asked for. */
  onExport?: () => void;
};
