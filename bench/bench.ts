// npm run bench: every section, or those that are named: npm run bench -- sale lists
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import { browserSection } from './browser/browser.ts';
import { isReached, type Section } from './figures.ts';
import { lists } from './lists/lists.ts';
import { reportSections } from './report/report.ts';
import { saleSection } from './sale/sale.ts';
import { backupSection } from './scale/backup.ts';
import { twoServers } from './scale/two-servers.ts';
import { startSection } from './start/start.ts';
import { stockSection } from './stock/stock.ts';
import { table } from './table.ts';
import { stopAll, stopOnSignals } from './under-way.ts';

/** In the order in which they run; each starts its own servers and leaves nothing behind. */
const SECTIONS: Record<string, () => Promise<Section[]>> = {
  sale: async () => [await saleSection()],
  lists: async () => [await lists()],
  stock: async () => [await stockSection()],
  report: reportSections,
  start: async () => [await startSection()],
  browser: async () => [await browserSection()],
  scale: async () => [await twoServers()],
  backup: async () => [await backupSection()],
};

const RESULT = 'bench-result.json';
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in SECTIONS));
if (unknown.length > 0) {
  console.error(`No section ${unknown.join(', ')}: there are ${Object.keys(SECTIONS).join(', ')}.`);
  process.exit(2);
}

stopOnSignals();
const machine = {
  at: new Date().toISOString(),
  cpu: os.cpus()[0]?.model,
  cores: os.availableParallelism(),
  memoryGiB: Math.round(os.totalmem() / 2 ** 30),
  node: process.version,
  loadBefore: os.loadavg()[0],
};
console.log(
  `# Bench of ${machine.at.slice(0, 10)}\n\n${machine.cores} cores of ${machine.cpu}, ${machine.memoryGiB} GiB, Node ${machine.node}; load at the start ${machine.loadBefore?.toFixed(2)}`,
);
const sections: Section[] = [];
for (const [name, run] of Object.entries(SECTIONS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const done = await run().finally(stopAll);
  sections.push(...done);
  console.log(`\n${done.map(table).join('\n\n')}`);
  // After each section, so that a later one that fails loses nothing.
  await writeFile(RESULT, `${JSON.stringify({ machine, sections }, null, 2)}\n`);
}
const missed = sections.flatMap(({ ratios }) => ratios.filter((each) => !isReached(each)));
console.log(
  `\nOut of reach: ${missed.map(({ name }) => name).join('; ') || 'none'}. Figures: ${RESULT}`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
