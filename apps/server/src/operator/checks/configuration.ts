import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isLoopback } from '../../program/addresses.ts';
import { type Config, readConfig } from '../../program/config.ts';
import { words } from '../../start/announce.ts';
import { holdsDatabase } from '../../start/refuse-new-beside-other.ts';
import { attention, type Finding, ok } from './finding.ts';

const WHAT = 'configuração';
/** The prefixes of our names: somebody who writes BACKUP_FOLDER means Balcão. */
const OURS = /^(?:ADMIN|AUDIT|BACKUP|BALCAO|METRICS|PUBLIC|TRUST|UPGRADE)_/i;
/** Variables of our programs that nobody sets by hand. */
const INTERNAL = ['STARTED_AGAIN_AFTER', 'BALCAO_COMMAND'];

/** The names of the variables that Balcão reads, so that a new one can't be forgotten here. */
function knownVariables(): string[] {
  const asked = new Set<string>();
  const empty = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get(_target, name) {
        asked.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(empty, '/');
  return [...asked].sort();
}

/** Contradictions and slips of the pen; `env` as it was before readConfig. */
export async function checkConfiguration(
  env: NodeJS.ProcessEnv,
  config: Config,
): Promise<Finding[]> {
  const { dataDir, databaseUrl, host, trustProxy, auditKey, upgradeWithoutBackup } = config;
  const found: Finding[] = [];
  const note = (about: string, todo: string) => void found.push(attention(WHAT, about, todo));
  for (const name of slips(env)) {
    note(
      `${name} não é uma variável do Balcão e não vale.`,
      `Corrija ou tire; as que há: ${knownVariables().join(', ')}.`,
    );
  }
  const postgres = Object.keys(env).filter((name) => /^PG[A-Z]/.test(name));
  if (databaseUrl && postgres.length > 0) {
    note(
      `${postgres.join(', ')} não têm efeito.`,
      'Ponha o que dizem em DATABASE_URL (?sslmode=…).',
    );
  }
  if (databaseUrl && holdsDatabase(dataDir)) {
    note(words.anotherShop(dataDir), 'Tire DATABASE_URL, ou escolha outra pasta em DATA_DIR.');
  }
  if (databaseUrl && isPlain(databaseUrl)) {
    note(
      'DATABASE_URL é de outra máquina, sem TLS: senhas e vendas passam abertas pela rede.',
      'Acrescente ?sslmode=verify-full&sslrootcert=ARQUIVO ao endereço (docs/install.md).',
    );
  }
  if (upgradeWithoutBackup) {
    note(
      'UPGRADE_WITHOUT_BACKUP=1 ficou ligado: a próxima versão mudaria o banco sem backup.',
      'Tire a variável.',
    );
  }
  if (trustProxy.length > 0 && isLoopback(host)) {
    note(
      `TRUST_PROXY confia em proxies de outras máquinas, mas HOST ${host} só atende esta.`,
      'Tire TRUST_PROXY, ou ponha em HOST o endereço que o proxy alcança.',
    );
  }
  const keyFile = path.join(dataDir, 'audit.key');
  if (auditKey && existsSync(keyFile)) {
    const text = await readFile(keyFile, 'utf8').catch(() => '');
    if (text.trim().toLowerCase() !== auditKey.toString('hex')) {
      note(
        `AUDIT_KEY vale, e ${keyFile} tem outra chave.`,
        'Fique só com a que selou a auditoria.',
      );
    }
  }
  if (found.length > 0) return found;
  const place = databaseUrl ? 'PostgreSQL de DATABASE_URL' : 'PostgreSQL embutido';
  const set = knownVariables().filter((name) => env[name]?.trim());
  const given = set.length > 0 ? set.join(', ') : 'nenhuma variável, tudo no padrão';
  return [ok(WHAT, `dados em ${dataDir}, ${place} (${given}).`)];
}

/** The variables that nobody reads and that have one of our prefixes, or the letters of one of ours. */
export function slips(env: NodeJS.ProcessEnv): string[] {
  const known = [...knownVariables(), ...INTERNAL];
  // In order of the alphabet: PROT is PORT.
  const letters = (name: string) =>
    [...name.toUpperCase().replaceAll(/[^A-Z]/g, '')].sort().join('');
  const isOurs = (name: string) =>
    OURS.test(name) || known.some((each) => letters(each) === letters(name));
  return Object.keys(env).filter((name) => !known.includes(name) && isOurs(name));
}

function isPlain(databaseUrl: string): boolean {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  const host = url.searchParams.get('host') ?? url.hostname;
  if (host === '' || host.startsWith('/') || isLoopback(host.replaceAll(/[[\]]/g, '')))
    return false;
  const mode = url.searchParams.get('sslmode');
  return (
    url.searchParams.get('ssl') !== 'true' &&
    (!mode || ['disable', 'allow', 'prefer'].includes(mode))
  );
}
