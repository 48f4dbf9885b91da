import { useQuery } from '@tanstack/react-query';
import { MOVEMENT_WORDS } from '../../features/cash-box/box-words.ts';
import { boxObstacle, ownBoxQuery } from '../../features/cash-box/cash-box.queries.ts';
import type { Errand } from '../../features/counter/parts/errands.ts';
import { atCounter, type Target } from './targets.ts';

/** What the counter does: on any page, and with an order on it, which waits. */
export function useCounterTargets(seller: number) {
  const { data: own, isLoading } = useQuery(ownBoxQuery(seller));
  const hasDrawer = own?.box?.counts === null && boxObstacle(own) === undefined;
  const targets: Target[] = [
    counterTarget('Nova venda', 'new-sale'),
    counterTarget('Em espera', 'parked'),
    counterTarget('Tela do cliente', 'client-screen'),
    ...(hasDrawer
      ? (['supply', 'withdrawal'] as const).map((kind) => counterTarget(MOVEMENT_WORDS[kind], kind))
      : []),
  ];
  return { targets, isLoading };
}

const counterTarget = (label: string, errand: Errand): Target => ({
  key: label,
  label,
  go: atCounter(errand),
});
