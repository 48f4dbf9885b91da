// npm run torture [-- --faults NUMBER --seed NUMBER]
import { parseArgs } from 'node:util';
import { torture } from './torture.ts';
import { makeDatabase, makeFolder } from './tortured-shop.ts';

const { FAULTS, TORTURE_SEED, DATABASE_URL } = process.env;
const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: FAULTS ?? '500' },
    seed: { type: 'string', default: TORTURE_SEED ?? `${Math.floor(Math.random() * 2 ** 31)}` },
  },
});
const [faults, seed] = [Number(values.faults), Number(values.seed)];
if (!Number.isInteger(faults) || faults < 1 || !Number.isInteger(seed)) {
  console.error(
    'npm run torture [-- --faults NUMBER --seed NUMBER], also as FAULTS and TORTURE_SEED',
  );
  process.exit(2);
}
const place = DATABASE_URL ? await makeDatabase(DATABASE_URL) : await makeFolder();
console.log(`Torture: ${faults} faults, seed ${seed}, in ${place.words}`);
// Not at once: the PostgreSQL of a killed Node would go on running.
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
  console.log(`Interrupted before the end of the ${faults} faults`);
  process.exitCode = 130;
}
if (report.troubles.length === 0) {
  await place.remove();
} else {
  console.log(`Kept for inspection: ${place.words}`);
  process.exitCode = 1;
}
