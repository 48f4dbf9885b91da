import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isLoopback } from '../../program/addresses.ts';
import type { Config } from '../../program/config.ts';
import { knownInWords, knownVariables, unknownInWords } from '../../program/unknown-variables.ts';
import { words } from '../../start/announce.ts';
import { holdsDatabase } from '../../start/refuse-new-beside-other.ts';
import { attention, type Finding, ok } from './finding.ts';

const WHAT = 'configuração';
/** Contradictions and slips of the pen; `env` as it was before readConfig. */
export async function checkConfiguration(
  env: NodeJS.ProcessEnv,
  config: Config,
): Promise<Finding[]> {
  const { dataDir, databaseUrl, host, trustProxy, auditKey, upgradeWithoutBackup } = config;
  const found: Finding[] = [];
  const note = (about: string, todo: string) => void found.push(attention(WHAT, about, todo));
  const unknown = unknownInWords(env);
  if (unknown) note(unknown, knownInWords());
  const empty = (env.SETTINGS_NAMES ?? '').split(',').filter((name) => env[name]?.trim() === '');
  if (empty.length > 0) {
    note(
      `${empty.join(', ')} está sem valor em balcao.env, como se não estivesse lá.`,
      'Dê-lhe um valor, ou tire a linha.',
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
