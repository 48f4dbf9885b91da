import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paths } from '../../navigation/paths.ts';
import { counted } from '../../ui/counts.ts';
import { Notice, Way } from '../../ui/messages/notice.tsx';
import { waitingKeptQuery } from './kept-sales.queries.ts';

type Props = { keeps: boolean; admin: boolean };

/** Every page has this in a shop whose counters keep sales; other shops load it only to take the worker back. */
export function Keeping({ keeps, admin }: Props) {
  useEffect(() => {
    followKeeping(keeps).catch(console.warn);
  }, [keeps]);
  return keeps && admin && <KeptNotice />;
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
