import { existsSync } from 'node:fs';
import os from 'node:os';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import type { Connection } from '../../database/connection.ts';
import { clusterPaths } from '../../database/embedded/cluster.ts';
import { damageBehind } from '../../database/embedded/damaged.ts';
import { NoShop } from '../../database/open/open-as-owner.ts';
import { readShop } from '../../database/shop.ts';
import type { Config } from '../../program/config.ts';
import { inWords } from '../../program/error-words.ts';
import { OWN_VERSION } from '../../program/own-version.ts';
import { quoted } from '../../program/terminal.ts';
import { words } from '../../start/announce.ts';
import { tracesIn } from '../../start/refuse-new-beside-other.ts';
import { checkAudit } from './audit.ts';
import { checkBackups, isSilent, type Looked, readState } from './backups.ts';
import { checkConfiguration } from './configuration.ts';
import { readDatabaseFacts, readGrowth } from './database.repository.ts';
import { checkClock, checkDatabase, checkOpenDatabase, checkVersion } from './database.ts';
import { checkDisk } from './disk.ts';
import { checkFiles } from './files.ts';
import { attention, type Finding, ok, problem } from './finding.ts';
import { checkCertificate, checkErrors, checkFalls, checkProxy, checkTls, readLog } from './log.ts';
import { checkService, restartOf, type Service } from './service.ts';
import { checkMetricsPort, checkOpenShopsBackups, checkShop, type OpenShop } from './shop.ts';

/** What is found out before anything is examined. */
export type Around = {
  open: OpenShop | undefined;
  service: Service | undefined;
  place: Looked;
  /** What is wrong with the folder of backups. */
  backupFolder: readonly Finding[];
};

/** Everything about a shop that can be examined without its database. */
export async function examineMachine(
  env: NodeJS.ProcessEnv,
  config: Config,
  { open, service, place, backupFolder }: Around,
): Promise<Finding[]> {
  const log = await readLog(config.dataDir);
  const program = `Balcão ${OWN_VERSION}, Node ${process.version}, ${os.type()} ${os.release()} ${os.arch()}.`;
  return [
    await checkShop(open, config, service),
    ok('programa', program),
    ...checkService(service),
    ...(await checkMetricsPort(open, config, service)),
    ...(await checkConfiguration(env, config)),
    ...(await checkFiles(reachable(config, place), service?.user)),
    ...backupFolder,
    checkTls(log, config),
    ...(await checkCertificate(log, config)),
    checkProxy(log, open?.proxy),
    ...checkFalls(log),
    checkErrors(log, config.dataDir),
  ];
}

/** The folders that may be asked. */
const reachable = ({ dataDir, backupDir }: Config, place: Looked) => ({
  dataDir,
  backupDir: isSilent(place) ? undefined : backupDir,
});

/** The rest, with the owner's connection. */
export async function examineShop(
  shop: Connection,
  config: Config,
  { open, service, place, backupFolder }: Around,
  signal: AbortSignal,
): Promise<Finding[]> {
  const { db } = shop;
  const isEmbedded = config.databaseUrl === undefined;
  const facts = await readDatabaseFacts(db);
  const { sample } = await readShop(db);
  const backups = await readState(db, config, place);
  const growth = {
    ...(await readGrowth(db)),
    databaseBytes: facts.bytes,
    backupBytes: backups.last?.bytes ?? 0,
    keep: config.backupKeep,
    isEmbedded,
  };
  const disk = await checkDisk(reachable(config, place), growth);
  // What is said of the disk or the folder is why no backup can be made.
  const why = [
    ...backupFolder,
    ...disk.filter(({ state, words }) => state === 'problema' && words.includes(config.backupDir)),
  ];
  const found = [
    ...disk,
    await checkClock(shop, facts),
    ...(await checkDatabase(shop, facts, isEmbedded)),
    ...(await checkOpenDatabase(shop, facts, { open, restart: restartOf(service) })),
    await checkVersion(facts.version, isEmbedded),
    ...(sample
      ? [ok('backup', 'loja de demonstração: dados inventados, dos quais nenhum é feito.')]
      : isSilent(place)
        ? []
        : await checkBackups(backups, config, signal, why)),
    ...checkOpenShopsBackups(open, backups, config, { seen: why, restart: restartOf(service) }),
    await checkAudit(db, config, open !== undefined, signal),
  ];
  if (config.adminPassword && facts.hasUsers) {
    found.push(attention('configuração', words.passwordIgnored, 'Tire ADMIN_PASSWORD.'));
  }
  if (facts.showsExampleSchool) {
    const example = 'recibos e fechamentos mostram uma escola fictícia.';
    const todo = 'Um administrador põe os dados da sua em Configurações.';
    found.push(attention('impressos', example, todo));
  }
  return found;
}

/**
 * When the database can't be opened: its disk may be why. A restore is the way out only where something is lost: it
 * would take the place of a shop whose PostgreSQL is merely away.
 */
export async function withoutShop(
  config: Config,
  place: Looked,
  error: unknown,
): Promise<Finding[]> {
  const disk = await checkDisk(reachable(config, place), undefined);
  const again = 'Resolva isso e repita; o resto só se vê com o banco aberto.';
  const isLost = error instanceof NoShop || damageBehind(error) !== undefined;
  if (!isLost)
    return [...disk, problem('banco de dados', inWords(error), wayIn(error, config) ?? again)];
  const found = place instanceof Error ? [] : place.backups;
  const newest = found.find(({ isCut }) => !isCut);
  const way = newest?.head
    ? `O backup mais novo é ${newest.file}, de ${formatMoment(new Date(newest.head.takenAt))}; o manual (docs/manual/informatica.md) diz quando e como restaurar.`
    : `Em ${config.backupDir} não há backup.`;
  const { home } = clusterPaths(config.dataDir);
  const left = config.databaseUrl || existsSync(home) ? [] : await tracesIn(config.dataDir);
  if (left.length === 0)
    return [...disk, problem('banco de dados', inWords(error), `${again} ${way}`)];
  const gone = `falta ${home}, o banco da loja, de que ficou ${left.join(', ')}.`;
  const todo = `Se foi movida, devolva-a; se o banco é de outro PostgreSQL, diga qual em DATABASE_URL. ${way}`;
  return [...disk, problem('banco de dados', gone, todo)];
}

/** The command that opens the PostgreSQL of DATABASE_URL to the shop. */
function wayIn(error: unknown, { databaseUrl }: Config): string | undefined {
  if (!databaseUrl) return undefined;
  const { username, pathname } = new URL(databaseUrl.replace('@/', '@localhost/'));
  const user = decodeURIComponent(username);
  const database = decodeURIComponent(pathname.slice(1));
  const onServer = 'no servidor do PostgreSQL: runuser -u postgres --';
  switch ((error as NodeJS.ErrnoException).code) {
    case '28P01':
      return `Corrija DATABASE_URL, ou dê a ${user} a senha dela, ${onServer} psql -c ${quoted(`\\password "${user}"`)}; se ele não existe: runuser -u postgres -- createuser --pwprompt ${quoted(user)}`;
    case '28000':
      return `Deixe ${user} entrar desta máquina (pg_hba.conf), e recarregue-o, ${onServer} psql -c 'SELECT pg_reload_conf()'`;
    case '3D000':
      return `Corrija DATABASE_URL. Se o banco é novo, faça-o, ${onServer} createdb --owner=${quoted(user)} ${quoted(database || user)}`;
    default:
      return undefined;
  }
}
