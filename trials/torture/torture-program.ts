// npm run torture
import { parseArgs } from 'node:util';
import { torture } from './torture.ts';
import { makeDatabase, makeFolder } from './tortured-shop.ts';

/** The figure to reach. */
const FAULTS = 500;

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: process.env.FAULTS ?? String(FAULTS) },
    seed: {
      type: 'string',
      default: process.env.TORTURE_SEED ?? String(Math.floor(Math.random() * 2 ** 31)),
    },
  },
});
const [faults, seed] = [Number(values.faults), Number(values.seed)];
if (!Number.isInteger(faults) || faults < 1 || !Number.isInteger(seed)) {
  console.error(
    'npm run torture [-- --faults NUMBER --seed NUMBER], also as FAULTS and TORTURE_SEED',
  );
  process.exit(2);
}
const url = process.env.DATABASE_URL;
const place = url ? await makeDatabase(url) : await makeFolder();
console.log(`Torture: ${faults} faults, seed ${seed}, in ${place.words}`);
// A shop whose Node was killed a moment ago has a PostgreSQL that only a next start would end.
const enough = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!enough.signal.aborted) console.log('Ends after this fault…');
    enough.abort();
  });
}
const report = await torture({ place, faults, seed, say: console.log, enough: enough.signal });
console.log(report.text());
if (enough.signal.aborted) {
  // Not what was asked for, however well it went so far.
  console.log(`Interrupted before the end of the ${faults} faults`);
  process.exitCode = 130;
}
if (report.troubles.length === 0) {
  await place.remove();
} else {
  console.log(`Kept as it was found: ${place.words}`);
  process.exitCode = 1;
}
