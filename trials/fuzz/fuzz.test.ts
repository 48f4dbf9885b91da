import { statusOf } from '@balcao/contract/endpoint-types.ts';
import { openTestShop } from '@balcao/server/src/testing/app.ts';
import { expect, test } from 'vitest';
import { contractRoutes, type FuzzReport, openFuzzer } from './fuzz.ts';
import type { FuzzedRoute } from './requests.ts';

/** SECURITY.md has the figure of 200,000. A run of its own has another seed each time, npm run trials always the same. */
const { FUZZ_REQUESTS, FUZZ_SEED } = process.env;
const REQUESTS = Number(FUZZ_REQUESTS ?? 2_000);
const SEED = Number(FUZZ_SEED ?? (FUZZ_REQUESTS ? Math.floor(Math.random() * 2 ** 31) : 20261123));
/** FUZZ_ROUTES=login,createSale picks some. */
const ROUTES = process.env.FUZZ_ROUTES?.split(',');
const fuzzed = contractRoutes.filter(({ name }) => ROUTES?.includes(name) ?? true);
/** Then a new shop follows: in a full one every list is slow. */
const OF_ONE_SHOP = 5_000;

test(
  'whatever is sent, nothing breaks, and what is refused changes nothing',
  async () => {
    console.log(`Fuzzing: FUZZ_REQUESTS=${REQUESTS} FUZZ_SEED=${SEED}`);
    const report: FuzzReport = { statuses: {}, findings: [] };
    let fuzz = await openFuzzer(await openTestShop());
    for (let sent = 0; sent < REQUESTS; sent += OF_ONE_SHOP) {
      if (sent > 0) fuzz = await openFuzzer(await openTestShop());
      const requests = Math.min(OF_ONE_SHOP, REQUESTS - sent);
      await fuzz({ fuzzed, seed: SEED + sent, requests, report });
    }
    // By chance a route may have had no request that got through, or none that broke a rule.
    for (const route of fuzzed.filter(isUntried(report))) {
      const until = () => !isUntried(report)(route);
      await fuzz({ fuzzed: [route], seed: SEED, requests: 200, report, until });
    }
    if (REQUESTS > OF_ONE_SHOP) console.table(report.statuses);
    expect(report.findings).toEqual([]);
    expect(fuzzed.filter(isUntried(report)).map(({ name }) => name)).toEqual([]);
  },
  // For a busy machine; on an idle one a request takes 5 ms.
  120_000 + REQUESTS * 100,
);

function isUntried({ statuses }: FuzzReport) {
  const seen = Object.keys(statuses);
  return ({ name, endpoint }: FuzzedRoute) =>
    !seen.includes(`${name} valid ${statusOf(endpoint)}`) ||
    !seen.some((each) => each.startsWith(`${name} broken `));
}
