import { statusOf } from '@balcao/contract/endpoint.ts';
import { openTestShop } from '@balcao/server/src/testing/app.ts';
import { expect, test } from 'vitest';
import { contractRoutes, count, type Fuzzer, type FuzzReport, openFuzzer } from './fuzz.ts';
import type { FuzzedRoute } from './requests.ts';

/** The figure to reach is 200,000. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000);
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Only these, for a closer look: FUZZ_ROUTES=login,createSale. */
const ROUTES = process.env.FUZZ_ROUTES?.split(',');
const fuzzed = contractRoutes.filter(({ name }) => ROUTES?.includes(name) ?? true);
/** After so many requests a shop is replaced by a new one: a full one makes every list slow. */
const OF_ONE_SHOP = 5_000;

test(
  'whatever is sent, nothing breaks, and what is refused changes nothing',
  async () => {
    console.log(`Fuzzing: FUZZ_REQUESTS=${REQUESTS} FUZZ_SEED=${SEED}`);
    const reports: FuzzReport[] = [];
    let fuzzer: Fuzzer | undefined;
    for (let sent = 0; sent < REQUESTS; sent += OF_ONE_SHOP) {
      fuzzer?.close();
      fuzzer = await openFuzzer(await openTestShop());
      const requests = Math.min(OF_ONE_SHOP, REQUESTS - sent);
      reports.push(await fuzzer.fuzz({ fuzzed, seed: SEED + sent, requests }));
    }
    // Who never gets through has tried nothing but the door; chance may have left a call out.
    for (const route of fuzzed.filter(isUntried(total(reports)))) {
      const until = ({ answers }: FuzzReport) => !isUntried(answers)(route);
      const more = await fuzzer?.fuzz({ fuzzed: [route], seed: SEED, requests: 200, until });
      if (more) reports.push(more);
    }
    fuzzer?.close();
    const answers = total(reports);
    if (REQUESTS > OF_ONE_SHOP) console.table(answers);
    expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
    expect(fuzzed.filter(isUntried(answers)).map(({ name }) => name)).toEqual([]);
  },
  // For a machine that has much else to do: alone it takes 5 ms a request.
  120_000 + REQUESTS * 100,
);

/** Whether a call was never answered as it is meant to be, or never with a rule broken. */
const isUntried = (answers: FuzzReport['answers']) => {
  return ({ name, endpoint }: FuzzedRoute) =>
    !answers[`${name} valid`]?.[statusOf(endpoint)] || !answers[`${name} broken`];
};

function total(reports: readonly FuzzReport[]): FuzzReport['answers'] {
  const sums: FuzzReport['answers'] = {};
  for (const [name, counts] of reports.flatMap(({ answers }) => Object.entries(answers))) {
    for (const [status, times] of Object.entries(counts)) count(sums, name, status, times);
  }
  return sums;
}
