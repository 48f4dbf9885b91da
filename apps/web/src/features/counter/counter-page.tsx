import { useState } from 'react';
import { useSession } from '../../api/use-session.ts';
import { BlockedReceipt } from './blocked-receipt.tsx';
import { Counter } from './counter.tsx';
import { CounterFocusProvider } from './counter-focus.tsx';
import { readOrder } from './kept-order.ts';
import { readPending } from './pending-sale.ts';

/** The route /pdv. What this seller was typing or selling in this tab comes back with it. */
export function CounterPage() {
  const seller = useSession()?.user.id;
  return seller === undefined ? null : <SellersCounter key={seller} seller={seller} />;
}

function SellersCounter({ seller }: { seller: number }) {
  const [left] = useState(() => ({ pending: readPending(seller), kept: readOrder(seller) }));
  return (
    <CounterFocusProvider>
      <BlockedReceipt />
      <Counter seller={seller} {...left} />
    </CounterFocusProvider>
  );
}
