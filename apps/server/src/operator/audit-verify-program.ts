// npm run audit:verify
import { runProgram, say, terminalLog } from '../program/terminal.ts';
import { examineAudit } from './checks/audit.ts';
import { openForOperator } from './open-for-operator.ts';

/** 1 means that the audit could not be verified. */
const EXIT_VIOLATED = 2;

await runProgram('A auditoria não foi verificada', async (config, signal) => {
  await using shop = await openForOperator(config, terminalLog);
  const started = performance.now();
  const { lines, violated } = await examineAudit(shop.db, config, signal);
  const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',');
  for (const line of lines) say(line);
  say(`Verificada em ${seconds} s.`);
  if (violated) process.exitCode = EXIT_VIOLATED;
});
