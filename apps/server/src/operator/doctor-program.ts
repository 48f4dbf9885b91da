// npm run doctor
import { BadConfig, readConfig } from '../program/config.ts';
import { inWords } from '../program/error-words.ts';
import { ownCommand } from '../program/own-command.ts';
import { runProgram, say, terminalLog } from '../program/terminal.ts';
import { examineMachine, examineShop, withoutShop } from './checks/examine.ts';
import { exitCodeOf, type Finding, inOneLine, problem } from './checks/finding.ts';
import { openForOperator } from './open-for-operator.ts';

const USAGE = `${ownCommand('doctor')} examina a loja e sai com 0 (tudo bem), 1 (atenção) ou 2 (problema). Não aceita argumentos.`;

// Before readConfig, which removes some.
const env = { ...process.env };

try {
  readConfig({ ...env }, process.cwd());
  // Not 1, which would say that nothing is wrong.
  await runProgram('O exame não terminou', examine, 2);
} catch (error) {
  if (!(error instanceof BadConfig)) throw error;
  report([problem('configuração', error.message, 'Corrija essas variáveis.')]);
}

type Config = ReturnType<typeof readConfig>;

async function examine(config: Config, signal: AbortSignal): Promise<void> {
  if (process.argv.length > 2) throw new Error(USAGE);
  const findings = await examineMachine(env, config);
  try {
    await using shop = await openForOperator(config, terminalLog);
    findings.push(...(await examineShop(shop, config, signal)));
  } catch (error) {
    if (signal.aborted) throw error;
    findings.push(...(await withoutShop(config, inWords(error))));
  }
  report(findings);
}

function report(findings: Finding[]): void {
  for (const finding of findings) say(inOneLine(finding));
  process.exitCode = exitCodeOf(findings);
}
