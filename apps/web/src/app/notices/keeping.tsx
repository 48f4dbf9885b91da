import type { Session } from '@balcao/contract/accounts/auth.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../api/session.ts';
import { startSending } from '../../features/counter/kept/send-kept.ts';
import { waitingKeptQuery } from '../../features/kept-sales/kept-sales.queries.ts';
import { paths } from '../../navigation/paths.ts';
import { counted } from '../../ui/counts.ts';
import { Notice, Way } from './shell-notices.tsx';

/** Every page has this in a shop whose counters keep sales; others load it to send the last, and to take the worker back. */
export function Keeping({ user }: Pick<Session, 'user'>) {
  const keeps = useSession()?.keeps_sales === true;
  useEffect(() => startSending(user.id), [user.id]);
  useEffect(() => {
    followKeeping(keeps).catch(console.warn);
  }, [keeps]);
  return keeps && user.admin && <KeptNotice />;
}

/** Sales that counters kept without the server, and that nobody has looked at since they came. */
function KeptNotice() {
  const { data } = useQuery(waitingKeptQuery);
  if (!data?.count) return null;
  return (
    <Notice label="Vendas guardadas">
      {counted(data.count, 'venda guardada espera', 'vendas guardadas esperam')} por um
      administrador.{' '}
      <Way to={paths.keptSales} search={{ open: true }}>
        Ver as vendas guardadas
      </Way>
    </Notice>
  );
}

/**
 * Lets the pages of a shop whose counters keep sales open without their server, and takes that back in one whose
 * counters no longer do. Without TLS a browser has no such workers, but on the server's own machine.
 */
async function followKeeping(keeps: boolean): Promise<void> {
  const { serviceWorker: workers } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!workers || !import.meta.env.PROD) return;
  if (keeps) {
    await workers.register('/worker.js');
    return;
  }
  for (const known of await workers.getRegistrations()) await known.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}
