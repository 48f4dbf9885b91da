import { endpoints } from '@balcao/contract/endpoints.ts';
import type { RouteName } from '@balcao/contract/routes.ts';
import { expect, test } from 'vitest';
import { openTestShop } from '../app.ts';
import { contractRoutes, count, type FuzzReport, openFuzzer } from './fuzz.ts';

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
    for (let sent = 0; sent < REQUESTS; sent += OF_ONE_SHOP) {
      const shop = await openTestShop();
      const requests = Math.min(OF_ONE_SHOP, REQUESTS - sent);
      const fuzzer = await openFuzzer(shop);
      reports.push(await fuzzer.fuzz({ fuzzed, seed: SEED + sent, requests }));
      fuzzer.close();
    }
    const answers = total(reports);
    if (REQUESTS > OF_ONE_SHOP) console.table(answers);
    expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
    // Who never gets through has tried nothing but the door.
    const never = fuzzed
      .map(({ name }) => name)
      .filter((name) => !answers[`${name} valid`]?.[endpoints[name as RouteName].status]);
    expect(never).toEqual([]);
    expect(Object.keys(answers).filter((each) => each.endsWith(' broken'))).toHaveLength(
      fuzzed.length,
    );
  },
  60_000 + REQUESTS * 50,
);

function total(reports: readonly FuzzReport[]): FuzzReport['answers'] {
  const sums: FuzzReport['answers'] = {};
  for (const [name, counts] of reports.flatMap(({ answers }) => Object.entries(answers))) {
    for (const [status, times] of Object.entries(counts)) count(sums, name, status, times);
  }
  return sums;
}
