import type { RandomNumbers } from '../torture/random.ts';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';

export type Fault = {
  name: string;
  /** Returns how to bring the machine back; undefined when it never went away. */
  strike(primary: Machine, cluster: Cluster): Promise<undefined | (() => Promise<void>)>;
};

const killed: Fault = {
  name: 'machine killed (SIGKILL)',
  strike: (primary) => primary.kill().then(() => async () => primary.start()),
};

const others: Fault[] = [
  { name: 'switchover', strike: (_primary, cluster) => cluster.switchOver().then(() => undefined) },
  {
    name: 'machine frozen (SIGSTOP)',
    strike: (primary) => primary.freeze().then(() => () => primary.thaw()),
  },
  {
    name: 'PostgreSQL frozen, Patroni not',
    strike: (primary) => primary.freezePostgres().then(() => () => primary.thaw()),
  },
];

/** So many kills, and each of the other faults once, in an order that follows from the seed. */
export function planOf(kills: number, random: RandomNumbers): Fault[] {
  const plan = Array.from({ length: kills }, () => killed);
  for (const other of others) plan.splice(random.below(plan.length + 1), 0, other);
  return plan;
}
