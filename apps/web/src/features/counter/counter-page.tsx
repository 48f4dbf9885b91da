import { useState } from 'react';
import { useSession } from '../../api/use-session.ts';
import { Counter } from './counter.tsx';
import { CounterFocusProvider } from './counter-focus.tsx';
import { readPending } from './pending-sale.ts';

/** The route /pdv. A sale that was under way in this tab, by this seller, comes back with it. */
export function CounterPage() {
  const seller = useSession()?.user.id;
  return seller === undefined ? null : <SellersCounter key={seller} seller={seller} />;
}

function SellersCounter({ seller }: { seller: number }) {
  const [pending] = useState(() => readPending(seller));
  return (
    <CounterFocusProvider>
      <Counter seller={seller} pending={pending} />
    </CounterFocusProvider>
  );
}
