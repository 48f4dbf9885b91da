// npm run doctor
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { apartFrom } from '../backup/apart/apart.ts';
import { DiskSilent } from '../backup/why-not.ts';
import { BadConfig, readConfig } from '../program/config.ts';
import { inWords } from '../program/error-words.ts';
import { noteExamination } from '../program/examination.ts';
import { ownCommand } from '../program/own-command.ts';
import { runProgram, say, terminalLog } from '../program/terminal.ts';
import { badConfigInWords } from '../program/unknown-variables.ts';
import { checkBackupFolder } from './checks/backups.ts';
import { examineMachine, examineShop, withoutShop } from './checks/examine.ts';
import { exitCodeOf, type Finding, inOneLine, problem } from './checks/finding.ts';
import { findService } from './checks/service.ts';
import { findOpenShop } from './checks/shop.ts';
import { openForOperator } from './open-for-operator.ts';

const USAGE = `${ownCommand('doctor')} examina a loja e sai com 0 (tudo bem), 1 (atenção) ou 2 (problema). Com --report o resultado fica também em balcao.log e em /api/health/. Não aceita argumentos além desse.`;
const REPORTED = ['ok', 'attention', 'problem'] as const;

// Before readConfig, which removes some.
const env = { ...process.env };

try {
  readConfig({ ...env }, process.cwd());
  // Not 1, which would say that nothing is wrong.
  await runProgram('O exame não terminou', examine, 2);
} catch (error) {
  if (!(error instanceof BadConfig)) throw error;
  report([problem('configuração', badConfigInWords(error, env), 'Corrija essas variáveis.')]);
}

type Config = ReturnType<typeof readConfig>;

async function examine(config: Config, signal: AbortSignal): Promise<void> {
  const [option, ...more] = process.argv.slice(2);
  if (more.length > 0 || (option && option !== '--report')) throw new Error(USAGE);
  const silent = await apartFrom('data')
    .ask('seeData', config.dataDir)
    .catch((error: Error) => error);
  if (silent instanceof DiskSilent) {
    const todo = 'Veja se o servidor dele está ligado e na rede, e repita o exame.';
    return report([problem('pasta de dados', inWords(silent), todo)]);
  }
  const { backupDir, backupMount } = config;
  const place = await apartFrom('backups')
    .ask('seeBackups', { backupDir, backupMount, tries: false })
    .catch((error: Error) => error);
  const service = await findService(config.dataDir);
  const around = {
    open: await findOpenShop(config),
    service,
    place,
    backupFolder: await checkBackupFolder(config, place, service?.user),
  };
  const findings = await examineMachine(env, config, around);
  try {
    await using shop = await openForOperator(config, terminalLog);
    findings.push(...(await examineShop(shop, config, around, signal)));
  } catch (error) {
    if (signal.aborted) throw error;
    findings.push(...(await withoutShop(config, place, error)));
  }
  report(findings);
  if (option) await post(config.dataDir, findings);
}

/** Where cron has nobody to mail to, the log and the health of the shop have it. */
async function post(dataDir: string, findings: Finding[]): Promise<void> {
  const time = new Date().toISOString();
  const lines = findings
    .filter(({ state }) => state !== 'ok')
    .map((finding) => JSON.stringify({ level: 40, time, doctor: true, msg: inOneLine(finding) }));
  if (lines.length > 0)
    await appendFile(path.join(dataDir, 'balcao.log'), `${lines.join('\n')}\n`, { mode: 0o600 });
  await noteExamination(dataDir, REPORTED[exitCodeOf(findings)]);
}

function report(findings: Finding[]): void {
  for (const finding of findings) say(inOneLine(finding));
  process.exitCode = exitCodeOf(findings);
}
