import os from 'node:os';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { Connection } from '../../database/connection.ts';
import type { Config } from '../../program/config.ts';
import { words } from '../../start/announce.ts';
import { checkAudit } from './audit.ts';
import { checkBackupFolder, checkBackups, isSilent, type Looked, readState } from './backups.ts';
import { checkConfiguration } from './configuration.ts';
import { readDatabaseFacts, readGrowth } from './database.repository.ts';
import { checkClock, checkDatabase, checkVersion } from './database.ts';
import { checkDisk } from './disk.ts';
import { checkFiles } from './files.ts';
import { attention, type Finding, ok, problem } from './finding.ts';
import { checkCertificate, checkErrors, checkProxy, checkTls, readLog } from './log.ts';
import { checkService, findService } from './service.ts';
import { checkOpenShopsBackups, checkShop, type OpenShop } from './shop.ts';

/** Everything about a shop that can be examined without its database. */
export async function examineMachine(
  env: NodeJS.ProcessEnv,
  config: Config,
  open: OpenShop | undefined,
  place: Looked,
): Promise<Finding[]> {
  const log = await readLog(config.dataDir);
  const service = await findService();
  const program = `Balcão ${manifest.version}, Node ${process.version}, ${os.type()} ${os.release()} ${os.arch()}.`;
  return [
    await checkShop(open, config, service),
    ok('programa', program),
    ...checkService(service),
    ...(await checkConfiguration(env, config)),
    ...(await checkFiles(reachable(config, place))),
    ...(await checkBackupFolder(config, place)),
    checkTls(log, config),
    ...(await checkCertificate(log, config)),
    checkProxy(log),
    checkErrors(log),
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
  open: OpenShop | undefined,
  place: Looked,
  signal: AbortSignal,
): Promise<Finding[]> {
  const { db } = shop;
  const isEmbedded = config.databaseUrl === undefined;
  const facts = await readDatabaseFacts(db);
  const backups = await readState(db, config, place);
  const growth = {
    ...(await readGrowth(db)),
    databaseBytes: facts.bytes,
    backupBytes: backups.last?.bytes ?? 0,
    keep: config.backupKeep,
    isEmbedded,
  };
  const found = [
    ...(await checkDisk(reachable(config, place), growth)),
    await checkClock(shop, facts),
    ...(await checkDatabase(shop, facts, isEmbedded)),
    await checkVersion(facts.version, isEmbedded),
    ...(isSilent(place) ? [] : await checkBackups(backups, config, signal)),
    ...checkOpenShopsBackups(open, backups, config),
    await checkAudit(db, config, signal),
  ];
  if (config.adminPassword && facts.hasUsers) {
    found.push(attention('configuração', words.passwordIgnored, 'Tire ADMIN_PASSWORD.'));
  }
  if (facts.showsExampleSchool) {
    const example = 'recibos e fechamentos mostram uma escola fictícia.';
    const todo = 'Um administrador põe os dados da sua em Configurações.';
    found.push(attention('papéis', example, todo));
  }
  return found;
}

/** When the database can't be opened: its disk may be why, and backups may be the way out. */
export async function withoutShop(
  config: Config,
  place: Looked,
  reason: string,
): Promise<Finding[]> {
  const found = place instanceof Error ? [] : place.backups;
  const newest = found.find(({ isCut }) => !isCut);
  const way = newest?.head
    ? `O backup mais novo é ${newest.file}, de ${formatMoment(new Date(newest.head.takenAt))}; o manual (docs/manual/informatica.md) diz quando e como restaurar.`
    : `Em ${config.backupDir} não há backup.`;
  return [
    ...(await checkDisk(reachable(config, place), undefined)),
    problem(
      'banco de dados',
      reason,
      `Resolva isso e repita; o resto só se vê com o banco aberto. ${way}`,
    ),
  ];
}
