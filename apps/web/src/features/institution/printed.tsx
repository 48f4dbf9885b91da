import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { timeNow } from '../../storage/server-clock.ts';
import { PaperHead } from '../../ui/paper/paper-head.tsx';
import { type Column, PaperTable } from '../../ui/paper/paper-table.tsx';
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

/** `text`: what stands in its cells. `sum`: what stands in the foot. */
export type PrintedColumn<Row> = Column & { text: (row: Row) => ReactNode; sum?: ReactNode };

type ListProps<Row> = Omit<PageProps, 'children'> & {
  columns: readonly PrintedColumn<Row>[];
  rows: () => readonly Row[];
  /** Stands before the sums of the columns. */
  foot: ReactNode;
};

/** A list, all of it, drawn when the page goes to the printer. */
export function PrintedList<Row>({ heading, about, columns, rows, foot }: ListProps<Row>) {
  const isPrinted = usePrintedAt() !== undefined;
  const cells = (row: Row) => columns.map(({ text }) => text(row));
  const first = columns.findIndex(({ sum }) => sum !== undefined);
  const sums = first === -1 ? [] : columns.slice(first).map(({ sum }) => sum);
  return (
    <PrintedPage heading={heading} about={about}>
      {isPrinted && (
        <PaperTable
          label={heading}
          columns={columns}
          rows={rows().map((row) => ({ cells: cells(row) }))}
          foot={[[foot, ...sums]]}
        />
      )}
    </PrintedPage>
  );
}

export const printedCode: PrintedColumn<{ code: string }> = {
  ...{ title: 'Código', code: true },
  text: ({ code }) => code,
};

export const printedProduct: readonly PrintedColumn<{ name: string; code: string }>[] = [
  { title: 'Produto', head: true, text: ({ name }) => name },
  printedCode,
];

export const printedFigure = <Row,>(
  title: string,
  text: (row: Row) => ReactNode,
  sum?: ReactNode,
): PrintedColumn<Row> => ({ title, figures: true, text, sum });

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
