// npm run torture [-- --faults NUMBER --seed NUMBER]
import { parseArgs } from 'node:util';
import { torture } from './torture.ts';
import { makePlace } from './tortured-shop.ts';

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '500' },
    seed: { type: 'string', default: `${Math.floor(Math.random() * 2 ** 31)}` },
  },
});
const [faults, seed] = [Number(values.faults), Number(values.seed)];
if (!Number.isInteger(faults) || faults < 1 || !Number.isInteger(seed)) {
  console.error('npm run torture [-- --faults NUMBER --seed NUMBER]');
  process.exit(2);
}
const place = await makePlace(process.env.DATABASE_URL);
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
