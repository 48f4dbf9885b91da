import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { call } from '../../../api/call.ts';
import type { useApproval } from '../../approvals/use-approval.tsx';

/** Asks an administrator, also of an administrator's own sale, whether the server's clock is right. */
export async function isClockConfirmed({
  withApproval,
}: Pick<ReturnType<typeof useApproval>, 'withApproval'>): Promise<boolean> {
  try {
    const { now, ahead } = await call('readClock', {});
    if (!ahead) return true;
    const { sale } = ahead;
    const [time, newest] = [now, ahead.at].map((at) => formatMoment(new Date(at)));
    const confirmed = await withApproval(
      {
        ...{ action: 'clock', subject: sale, request: { sale }, ofAll: true },
        words: `No servidor são ${time}. Está certo?`,
        details: [
          `A venda mais nova, nº ${sale}, tem a data ${newest}: o relógio esteve ou está errado.`,
          'Se estiver certo agora, autorize, e as vendas continuam.',
        ],
      },
      async (approved) => {
        await call('confirmClock', { body: { sale, ...approved } });
        return approved;
      },
    );
    return confirmed !== undefined;
  } catch (error) {
    console.error('The clock was not confirmed', error);
    return false;
  }
}
