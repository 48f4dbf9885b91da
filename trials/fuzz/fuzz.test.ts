import { statusOf } from '@balcao/contract/endpoint-types.ts';
import { openTestShop } from '@balcao/server/src/testing/app.ts';
import { expect, test } from 'vitest';
import { contractRoutes, count, type Fuzzer, type FuzzReport, openFuzzer } from './fuzz.ts';
import type { FuzzedRoute } from './requests.ts';

/** SECURITY.md has the figure of 200,000. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_000);
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** FUZZ_ROUTES=login,createSale picks some. */
const ROUTES = process.env.FUZZ_ROUTES?.split(',');
const fuzzed = contractRoutes.filter(({ name }) => ROUTES?.includes(name) ?? true);
/** Then a new shop follows: in a full one every list is slow. */
const OF_ONE_SHOP = 5_000;

test(
  'whatever is sent, nothing breaks, and what is refused changes nothing',
  async () => {
    console.log(`Fuzzing: FUZZ_REQUESTS=${REQUESTS} FUZZ_SEED=${SEED}`);
    const reports: FuzzReport[] = [];
    let fuzzer: Fuzzer | undefined;
    for (let sent = 0; sent < REQUESTS; sent += OF_ONE_SHOP) {
      fuzzer?.[Symbol.dispose]();
      fuzzer = await openFuzzer(await openTestShop());
      const requests = Math.min(OF_ONE_SHOP, REQUESTS - sent);
      reports.push(await fuzzer.fuzz({ fuzzed, seed: SEED + sent, requests }));
    }
    // By chance a route may have had no request that got through, or none that broke a rule.
    for (const route of fuzzed.filter(isUntried(total(reports)))) {
      const until = ({ statuses }: FuzzReport) => !isUntried(statuses)(route);
      const more = await fuzzer?.fuzz({ fuzzed: [route], seed: SEED, requests: 200, until });
      if (more) reports.push(more);
    }
    fuzzer?.[Symbol.dispose]();
    const statuses = total(reports);
    if (REQUESTS > OF_ONE_SHOP) console.table(statuses);
    expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
    expect(fuzzed.filter(isUntried(statuses)).map(({ name }) => name)).toEqual([]);
  },
  // For a busy machine; on an idle one a request takes 5 ms.
  120_000 + REQUESTS * 100,
);

const isUntried = (statuses: FuzzReport['statuses']) => {
  return ({ name, endpoint }: FuzzedRoute) =>
    !statuses[`${name} valid`]?.[statusOf(endpoint)] || !statuses[`${name} broken`];
};

function total(reports: readonly FuzzReport[]): FuzzReport['statuses'] {
  const sums: FuzzReport['statuses'] = {};
  for (const [name, counts] of reports.flatMap(({ statuses }) => Object.entries(statuses))) {
    for (const [status, times] of Object.entries(counts)) count(sums, name, status, times);
  }
  return sums;
}
