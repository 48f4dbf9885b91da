import { useSession } from '../../api/session.ts';
import { Counter } from './counter.tsx';
import { BlockedReceipt } from './finish/blocked-receipt.tsx';

/** The route /pdv. */
export function CounterPage() {
  const seller = useSession()?.user.id;
  if (seller === undefined) return null;
  return (
    <>
      <BlockedReceipt />
      <Counter key={seller} seller={seller} />
    </>
  );
}
