import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { BoxGate } from './box/box-gate.tsx';
import { Counter } from './counter.tsx';
import { useExchangeParts } from './exchange/use-exchange-parts.ts';
import { BlockedReceipt } from './finish/blocked-receipt.tsx';
import { readExchangePaper } from './finish/exchange-paper.ts';

export function CounterPage() {
  const seller = useSession()?.user.id;
  if (seller === undefined) return null;
  return (
    <>
      <BlockedReceipt />
      <ExchangePaper key={seller} seller={seller} />
      <BoxGate seller={seller}>
        <Counter key={seller} seller={seller} />
      </BoxGate>
    </>
  );
}

/** The paper of the exchange that this seller made last, until it is printed or dismissed. */
function ExchangePaper({ seller }: { seller: number }) {
  const [exchange] = useState(readExchangePaper);
  const own = exchange?.seller === seller;
  const { data: parts } = useExchangeParts(own);
  return own && parts && <parts.ExchangeOffer exchange={exchange} />;
}
