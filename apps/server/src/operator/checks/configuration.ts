import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isLoopback } from '../../program/addresses.ts';
import { type Config, readConfig } from '../../program/config.ts';
import { words } from '../../start/announce.ts';
import { holdsDatabase } from '../../start/refuse-new-beside-other.ts';
import { attention, type Finding, ok } from './finding.ts';

const WHAT = 'configuração';
/** The prefixes of our longer names: whoever writes BACKUP_FOLDER means us. */
const OURS = /^(BALCAO|BACKUP|ADMIN|AUDIT|TRUST|UPGRADE)_/;
/** Variables of our programs that nobody sets by hand. */
const INTERNAL = ['STARTED_AGAIN_AFTER', 'BALCAO_COMMAND'];

/** The names of the variables that Balcão reads, so that a new one can't be forgotten here. */
export function knownVariables(): string[] {
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
  for (const [name, meant] of slips(env)) {
    note(
      `${name} não é uma variável do Balcão e não vale.`,
      `Quis dizer ${meant}? Corrija ou tire.`,
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
      'Acrescente ?sslmode=verify-full (ou require) ao endereço.',
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

/** Pairs of a variable that nobody reads and the one that was probably meant. */
export function slips(env: NodeJS.ProcessEnv): [name: string, meant: string][] {
  const known = knownVariables();
  const bare = (name: string) => name.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return Object.keys(env).flatMap((name): [string, string][] => {
    if (known.includes(name) || INTERNAL.includes(name)) return [];
    const [nearest] = known
      .map((each) => ({ each, far: distance(bare(name), bare(each)) }))
      .sort((one, other) => one.far - other.far);
    if (!nearest) return [];
    // HOST is near to HOME, and PORT to PATH: of short names only the spelling is compared.
    const near = nearest.each.length > 5 ? 2 : 0;
    return nearest.far <= near || OURS.test(name.toUpperCase()) ? [[name, nearest.each]] : [];
  });
}

/** The edits between two words (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, its] of [...other].entries()) {
      const changed = (row[j] ?? 0) + (letter === its ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
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
