import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { timeNow } from '../../storage/server-clock.ts';
import { PaperHead } from '../../ui/paper/paper-head.tsx';
import { PaperTable } from '../../ui/paper/paper-table.tsx';
import { usePrintedAt } from '../../ui/paper/tab/use-printed-at.ts';
import { useInstitution } from '../institution/use-institution.ts';
import classes from './stock.module.css';

type Table = ComponentProps<typeof PaperTable>;
type Props = Omit<Table, 'rows'> & { heading: string; about: string; rows: () => Table['rows'] };

/** A list on A4, with letterhead, drawn when the page goes to the printer. */
export function PrintedList({ heading, about, rows, ...table }: Props) {
  const institution = useInstitution();
  const printedAt = usePrintedAt();
  if (!institution) return null;
  return (
    <div className={classes.printOnly} data-numbered-pages>
      <PaperHead institution={institution} title={heading}>
        {about}
        <br />
        Emissão: {formatMoment(printedAt ?? timeNow())}
      </PaperHead>
      {printedAt && <PaperTable {...table} rows={rows()} label={heading} />}
    </div>
  );
}

/** Prints the list of its page. */
export const PrintButton = ({ disabled = false }: { disabled?: boolean }) => (
  <Button
    variant="default"
    leftSection={<IconPrinter size={18} aria-hidden />}
    disabled={disabled}
    onClick={() => window.print()}
  >
    Imprimir
  </Button>
);
