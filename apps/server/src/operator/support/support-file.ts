import { execFile } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { foldText } from '@balcao/domain/search-text.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { Db } from '../../database/connection.ts';
import { isLoopback } from '../../program/addresses.ts';
import type { Config } from '../../program/config.ts';
import { knownVariables } from '../checks/configuration.ts';
import { bytesInWords, type Finding, inOneLine } from '../checks/finding.ts';
import { logFiles } from '../checks/log.ts';
import { type Personal, scrub, scrubLogLine } from './scrub.ts';
import { type DatabaseOutline, readKnownWords, readOutline } from './support.repository.ts';

/** The end of each log: some days of a busy shop. */
const MOST_BYTES = 1_000_000;
const UNIT = 'balcao';
const MOST_LINES = '3000';
/** Variables whose values say nothing about anybody. */
const SHOWN = ['PORT', 'METRICS_PORT', 'BACKUP_KEEP', 'UPGRADE_WITHOUT_BACKUP'];

export type ShopPart = { words: string[]; outline: DatabaseOutline };

export async function readShopPart(db: Db): Promise<ShopPart> {
  return { words: await readKnownWords(db), outline: await readOutline(db) };
}

/** Writes a new text file with everything that helps to find a fault, and nothing about a person. */
export async function writeSupportFile(
  file: string,
  given: {
    env: NodeJS.ProcessEnv;
    config: Config;
    findings: Finding[];
    shopPart: ShopPart | undefined;
  },
): Promise<void> {
  const { env, config, findings, shopPart } = given;
  const personal = personalOf(config, shopPart?.words ?? []);
  // Without the database nobody knows which words are names.
  const hidden = (lines: string[]) =>
    lines.map((line) => scrub(shopPart ? line : withoutQuoted(line), personal));
  const parts: [title: string, lines: string[]][] = [
    ['exame', hidden(findings.map(inOneLine))],
    ['programa e máquina', machine()],
    ['configuração', configuration(env, config)],
    ['banco de dados', shopPart ? outline(shopPart.outline) : ['não pôde ser aberto']],
  ];
  for (const log of logFiles(config.dataDir)) {
    const lines = await endOf(log);
    parts.push([path.basename(log), lines.map((line) => scrubLogLine(line, shopPart && personal))]);
  }
  for (const name of ['postgres.log.1', 'postgres.log']) {
    const lines = await endOf(path.join(config.dataDir, name));
    parts.push([name, shopPart ? hidden(lines) : leftOut(lines)]);
  }
  const journal = await journalOf(UNIT);
  parts.push([`journalctl -u ${UNIT}`, shopPart ? hidden(journal) : leftOut(journal)]);
  const text = parts.map(([title, lines]) => `== ${title} ==\n${lines.join('\n')}\n`).join('\n');
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
}

function personalOf({ dataDir, backupDir, adminLogin }: Config, words: string[]): Personal {
  const program = path.resolve(import.meta.dirname, '../../../../..');
  const folders: [string, string][] = [
    [backupDir, 'BACKUP_DIR'],
    [dataDir, 'DATA_DIR'],
    [program, 'BALCAO'],
    [os.homedir(), '~'],
    [os.hostname(), '[máquina]'],
  ];
  return {
    words: new Set([...words, ...foldText(adminLogin).split(/[^\p{L}]+/u)]),
    folders: folders
      .filter(([folder]) => folder.length > 2)
      .sort(([one], [two]) => two.length - one.length),
  };
}

function machine(): string[] {
  return [
    `Balcão ${manifest.version}, Node ${process.version}, ${os.type()} ${os.release()} ${os.arch()}`,
    `${os.cpus().length} processadores, ${bytesInWords(os.totalmem())} de memória, ${bytesInWords(os.freemem())} livres`,
    `ligada há ${Math.round(os.uptime() / 3600)} h, fuso ${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
  ];
}

function configuration(env: NodeJS.ProcessEnv, { host, databaseUrl }: Config): string[] {
  const lines = knownVariables().map((name) => {
    if (!env[name]?.trim()) return `${name}: no padrão`;
    return `${name}: ${SHOWN.includes(name) ? env[name] : 'definida'}`;
  });
  lines.push(`HOST atende ${isLoopback(host) ? 'só esta máquina' : 'a rede'}`);
  lines.push(`PostgreSQL ${databaseUrl ? 'de DATABASE_URL' : 'embutido'}`);
  return lines;
}

function outline({ settings, migrations, tables }: DatabaseOutline): string[] {
  return [
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    `esquema: ${migrations.at(-1)} (${migrations.length} migrações)`,
    ...tables.map(({ name, rows }) => `${name}: cerca de ${rows.toLocaleString('pt-BR')} linhas`),
  ];
}

/** The last lines of a file, the first of which may be cut; none when it can't be read. */
async function endOf(file: string): Promise<string[]> {
  try {
    await using handle = await open(file, 'r');
    const { size } = await handle.stat();
    const length = Math.min(size, MOST_BYTES);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const lines = buffer.toString().split('\n').filter(Boolean);
    return size > length ? lines.slice(1) : lines;
  } catch {
    return [];
  }
}

/** What the unit of deploy/ printed; nothing where there is none, or this account may not read it. */
async function journalOf(unit: string): Promise<string[]> {
  const args = ['--unit', unit, '--lines', MOST_LINES, '--no-pager', '--no-hostname', '--quiet'];
  const { stdout } = await promisify(execFile)('journalctl', args, {
    maxBuffer: 50 * MOST_BYTES,
  }).catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean);
}

function leftOut(lines: string[]): string[] {
  return lines.length > 0 ? [`${lines.length} linhas, que só saem com o banco aberto`] : [];
}

function withoutQuoted(line: string): string {
  return line.replaceAll(/"[^"]*"|“[^”]*”/g, '“…”').replace(/(nas últimas 24 horas); .*/, '$1');
}
