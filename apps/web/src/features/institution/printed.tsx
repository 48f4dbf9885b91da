import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { timeNow } from '../../storage/server-clock.ts';
import { PaperHead } from '../../ui/paper/paper-head.tsx';
import { PaperTable } from '../../ui/paper/paper-table.tsx';
import { printWith, usePrintedAt } from '../../ui/paper/print.ts';
import { useInstitution } from './use-institution.ts';

/** `about`: a line each. Without content it is the head of what the page itself prints. */
type PageProps = { heading: string; about: readonly string[]; children?: ReactNode };

/** A paper on A4, with letterhead, in place of its page. It stands there unseen, so that the logos are loaded. */
export function PrintedPage({ heading, about, children }: PageProps) {
  const institution = useInstitution();
  const printedAt = usePrintedAt();
  if (!institution) return null;
  return (
    <div className="print-only" {...(children !== undefined && { 'data-numbered-pages': true })}>
      <PaperHead institution={institution} title={heading}>
        {about.map((line) => (
          <span key={line}>
            {line}
            <br />
          </span>
        ))}
        Emissão: {formatMoment(printedAt ?? timeNow())}
      </PaperHead>
      {children}
    </div>
  );
}

type Table = ComponentProps<typeof PaperTable>;
type ListProps = Omit<PageProps, 'children'> &
  Omit<Table, 'rows' | 'label'> & { rows: () => Table['rows'] };

/** A list, all of it, drawn when the page goes to the printer. */
export function PrintedList({ heading, about, rows, ...table }: ListProps) {
  const isPrinted = usePrintedAt() !== undefined;
  return (
    <PrintedPage heading={heading} about={about}>
      {isPrinted && <PaperTable {...table} rows={rows()} label={heading} />}
    </PrintedPage>
  );
}

/** Prints its page. */
export const PrintButton = ({ disabled = false }: { disabled?: boolean }) => (
  <Button
    variant="default"
    leftSection={<IconPrinter size={18} aria-hidden />}
    disabled={disabled}
    onClick={() => printWith()}
  >
    Imprimir
  </Button>
);
