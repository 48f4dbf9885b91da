import { useSession } from '../../api/session.ts';
import { BoxGate } from './box/box-gate.tsx';
import { Counter } from './counter.tsx';
import { BlockedReceipt } from './finish/blocked-receipt.tsx';
import { ExchangePaper } from './finish/exchange-paper.tsx';

export function CounterPage() {
  const seller = useSession()?.user.id;
  if (seller === undefined) return null;
  return (
    <>
      <BlockedReceipt />
      <ExchangePaper />
      <BoxGate seller={seller}>
        <Counter key={seller} seller={seller} />
      </BoxGate>
    </>
  );
}
