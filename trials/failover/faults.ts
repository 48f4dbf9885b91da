import type { RandomNumbers } from '../torture/random.ts';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';

export type Fault = {
  name: string;
  /** Answers how to bring the machine back; undefined where it never went. */
  strike(cluster: Cluster, primary: Machine): Promise<(() => Promise<void>) | undefined>;
};

const killed: Fault = {
  name: 'machine killed (SIGKILL)',
  async strike(_cluster, primary) {
    await primary.kill();
    return async () => primary.start();
  },
};

const frozen: Fault = {
  name: 'machine frozen (SIGSTOP)',
  async strike(_cluster, primary) {
    await primary.freeze();
    return () => primary.thaw();
  },
};

const postgresFrozen: Fault = {
  name: 'PostgreSQL frozen, Patroni not',
  async strike(_cluster, primary) {
    await primary.freezePostgres();
    return () => primary.thaw();
  },
};

const switchedOver: Fault = {
  name: 'switchover',
  async strike(cluster) {
    await cluster.switchOver();
    return undefined;
  },
};

/** So many kills, and each of the other faults once, in an order of the seed. */
export function planOf(kills: number, random: RandomNumbers): Fault[] {
  const plan = Array.from({ length: kills }, () => killed);
  for (const other of [switchedOver, frozen, postgresFrozen]) {
    plan.splice(random.below(plan.length + 1), 0, other);
  }
  return plan;
}
