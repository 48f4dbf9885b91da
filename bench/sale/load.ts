import { quantile } from '../figures.ts';

export type Slice = { connections: number; milliseconds: number };
export type SliceResult = {
  done: number;
  perSecond: number;
  medianMs: number;
  p95Ms: number;
  p99Ms: number;
};

/** Makes one request on its own connection; resolves at the expected response, and throws at any other. */
export type RequestOnce = () => Promise<void>;

/**
 * Runs a load generator in a process of its own. Its first message is the setup, each further one a slice.
 * Connections are opened when a slice first needs them, and kept.
 */
export function generateLoad<Setup>(
  open: (setup: Setup, index: number) => Promise<RequestOnce>,
): void {
  const opened: RequestOnce[] = [];
  process.once('message', (setup: Setup) => {
    process.on('message', async (slice: Slice) => {
      while (opened.length < slice.connections) opened.push(await open(setup, opened.length));
      process.send?.(await run(opened.slice(0, slice.connections), slice.milliseconds));
    });
  });
  process.once('disconnect', () => process.exit());
}

async function run(connections: readonly RequestOnce[], milliseconds: number) {
  const latencies: number[] = [];
  const began = performance.now();
  await Promise.all(
    connections.map(async (requestOnce) => {
      for (let now = began; now < began + milliseconds; ) {
        await requestOnce();
        const after = performance.now();
        latencies.push(after - now);
        now = after;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  return {
    done: latencies.length,
    perSecond: latencies.length / seconds,
    medianMs: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    p99Ms: quantile(latencies, 0.99),
  } satisfies SliceResult;
}
