// npm run doctor [-- --bundle FILE]
import { parseArgs } from 'node:util';
import { BadConfig, readConfig } from '../program/config.ts';
import { inWords } from '../program/error-words.ts';
import { ownCommand } from '../program/own-command.ts';
import { pathFromCaller, runProgram, say, terminalLog } from '../program/terminal.ts';
import { examineMachine, examineShop, withoutShop } from './checks/examine.ts';
import { exitCodeOf, type Finding, inOneLine, problem } from './checks/finding.ts';
import { openForOperator } from './open-for-operator.ts';
import { readShopPart, type ShopPart, writeSupportFile } from './support/support-file.ts';

const USAGE = `Diga:
  ${ownCommand('doctor')}                          examina a loja; sai com 0 (tudo bem), 1 (atenção) ou 2 (problema)
  ${ownCommand('doctor', '--bundle ARQUIVO.txt')}  também grava logs e configuração, sem dados pessoais, para mandar`;

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
  const bundle = readBundle(process.argv.slice(2));
  const findings = await examineMachine(env, config);
  let shopPart: ShopPart | undefined;
  try {
    const shop = await openForOperator(config, terminalLog);
    try {
      findings.push(...(await examineShop(shop, config, signal)));
      if (bundle) shopPart = await readShopPart(shop.db);
    } finally {
      await shop.close();
    }
  } catch (error) {
    if (signal.aborted) throw error;
    findings.push(...(await withoutShop(config, inWords(error))));
  }
  report(findings);
  if (!bundle) return;
  const file = pathFromCaller(bundle);
  await writeSupportFile(file, { env, config, findings, shopPart });
  say(
    `\nGravado em ${file}, sem nomes, CPFs, senhas nem endereços. É texto: leia antes de mandar.`,
  );
}

function report(findings: Finding[]): void {
  for (const finding of findings) say(inOneLine(finding));
  process.exitCode = exitCodeOf(findings);
}

function readBundle(args: string[]): string | undefined {
  try {
    const { values } = parseArgs({ args, options: { bundle: { type: 'string' } } });
    if (values.bundle !== '') return values.bundle;
  } catch {
    // The same words for everything that is not understood.
  }
  throw new Error(USAGE);
}
