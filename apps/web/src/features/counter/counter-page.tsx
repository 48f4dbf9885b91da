import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { Counter } from './counter.tsx';
import { BlockedReceipt } from './finish/blocked-receipt.tsx';
import { CounterFocusProvider } from './panel/counter-focus.tsx';
import { readOrder } from './sale/kept-order.ts';
import { readPending } from './sale/pending-sale.ts';

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
