import { quantile } from '../figures.ts';

/** What a load generator is asked for, and what it found. */
export type Slice = { connections: number; milliseconds: number };
export type SliceResult = {
  done: number;
  perSecond: number;
  medianMs: number;
  p95Ms: number;
  p99Ms: number;
  /** Of the generator itself. */
  cpuMs: number;
};

/** Does one thing on a connection of its own and resolves when the answer is there; throws at any other. */
export type Doer = () => Promise<void>;

/**
 * A load generator as a process of its own: the first message says what to do, each further one is a
 * slice. Connections are opened when a slice first needs them, and kept.
 */
export function generateLoad<Setup>(
  openDoer: (setup: Setup, index: number) => Promise<Doer>,
): void {
  const doers: Doer[] = [];
  process.once('message', (setup: Setup) => {
    process.on('message', async (slice: Slice) => {
      while (doers.length < slice.connections) doers.push(await openDoer(setup, doers.length));
      process.send?.(await run(doers.slice(0, slice.connections), slice.milliseconds));
    });
  });
  process.once('disconnect', () => process.exit());
}

async function run(doers: readonly Doer[], milliseconds: number): Promise<SliceResult> {
  const latencies: number[] = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  await Promise.all(
    doers.map(async (doOne) => {
      for (let now = began; now < began + milliseconds; ) {
        await doOne();
        const after = performance.now();
        latencies.push(after - now);
        now = after;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    done: latencies.length,
    perSecond: latencies.length / seconds,
    medianMs: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    p99Ms: quantile(latencies, 0.99),
    cpuMs: (user + system) / 1_000,
  };
}
