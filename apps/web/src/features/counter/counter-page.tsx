import { useSession } from '../../api/session.ts';
import { BoxGate } from './box/box-gate.tsx';
import { Counter } from './counter.tsx';
import { BlockedReceipt } from './finish/blocked-receipt.tsx';

export function CounterPage() {
  const seller = useSession()?.user.id;
  if (seller === undefined) return null;
  return (
    <>
      <BlockedReceipt />
      <BoxGate seller={seller}>
        <Counter key={seller} seller={seller} />
      </BoxGate>
    </>
  );
}
