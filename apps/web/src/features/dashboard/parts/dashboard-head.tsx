import type { Dashboard } from '@balcao/contract/dashboard.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { useQuery } from '@tanstack/react-query';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { institutionQuery } from '../../institution/institution.queries.ts';
import { usePrintedAt } from '../paper/use-printed-at.ts';
import { periodWords } from '../period/dashboard-address.ts';
import classes from './section.module.css';

/** The letterhead of the printed dashboard. It stands on the page unseen, so that its logos are loaded. */
export function DashboardHead({ dashboard }: { dashboard: Dashboard }) {
  const { data: institution } = useQuery(institutionQuery);
  const printedAt = usePrintedAt();
  if (!institution) return null;
  return (
    <div className={classes.printOnly}>
      <PaperHead institution={institution} title="PAINEL">
        Período: {periodWords(dashboard.period)}
        <br />
        Emissão: {formatMoment(printedAt ?? new Date())}
      </PaperHead>
    </div>
  );
}
