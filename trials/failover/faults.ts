import type { RandomNumbers } from '../torture/random.ts';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';

type BringBack = () => Promise<void>;

export type Fault = {
  name: string;
  /** Returns how to bring the machine back; undefined when it never went away. */
  strike(cluster: Cluster, primary: Machine): Promise<BringBack | undefined>;
};

const killed: Fault = {
  name: 'machine killed (SIGKILL)',
  async strike(_cluster, primary) {
    await primary.kill();
    return async () => primary.start();
  },
};

const others: Fault[] = [
  {
    name: 'switchover',
    async strike(cluster) {
      await cluster.switchOver();
      return undefined;
    },
  },
  {
    name: 'machine frozen (SIGSTOP)',
    async strike(_cluster, primary) {
      await primary.freeze();
      return () => primary.thaw();
    },
  },
  {
    name: 'PostgreSQL frozen, Patroni not',
    async strike(_cluster, primary) {
      await primary.freezePostgres();
      return () => primary.thaw();
    },
  },
];

/** So many kills, and each of the other faults once, in an order that follows from the seed. */
export function planOf(kills: number, random: RandomNumbers): Fault[] {
  const plan = Array.from({ length: kills }, () => killed);
  for (const other of others) plan.splice(random.below(plan.length + 1), 0, other);
  return plan;
}
