import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import type { ComponentProps } from 'react';
import { timeNow } from '../../storage/server-clock.ts';
import { PaperHead } from '../../ui/paper/paper-head.tsx';
import { PaperTable } from '../../ui/paper/paper-table.tsx';
import { usePrintedAt } from '../../ui/paper/tab/use-printed-at.ts';
import { useInstitution } from '../institution/use-institution.ts';
import classes from './stock.module.css';

type Props = ComponentProps<typeof PaperTable> & { heading: string; about: string };

/** A list on A4, with letterhead, drawn when the page goes to the printer. */
export function PrintedList({ heading, about, ...table }: Props) {
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
      {printedAt && <PaperTable {...table} label={heading} />}
    </div>
  );
}
