// npm run audit:verify -- [FILE]
import { readFile } from 'node:fs/promises';
import { pathFromCaller, runProgram, say, terminalLog } from '../program/terminal.ts';
import { examineAudit, WHY_WAITING } from './checks/audit.ts';
import { judgeMonthFile } from './checks/month-file.ts';
import { findOpenShop } from './checks/shop.ts';
import { openForOperator } from './open-for-operator.ts';

/** The audit could not be verified to its end, or the file not be judged. */
const EXIT_INCOMPLETE = 1;
const EXIT_VIOLATED = 2;

await runProgram('A auditoria não foi verificada', async (config, signal) => {
  const [name] = process.argv.slice(2);
  // Before the chain is verified, which takes long.
  const file = name === undefined ? undefined : await readFile(pathFromCaller(name));
  await using shop = await openForOperator(config, terminalLog);
  const started = performance.now();
  const isOpen = (await findOpenShop(config)) !== undefined;
  const { lines, violated, waits } = await examineAudit(shop.db, config, isOpen, signal);
  const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',');
  for (const line of lines) say(line);
  say(`Verificada em ${seconds} s.`);
  if (waits) say(`ATENÇÃO: ${WHY_WAITING}`);
  if (violated) {
    process.exitCode = EXIT_VIOLATED;
    if (file) say('Uma auditoria violada não prova este arquivo.');
  } else if (file) {
    const judgement = await judgeMonthFile(shop.db, file);
    for (const line of ['', ...judgement.lines]) say(line);
    process.exitCode = judgement.exitCode;
  } else if (waits) {
    process.exitCode = EXIT_INCOMPLETE;
  }
});
