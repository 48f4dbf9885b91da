import { access, constants } from 'node:fs/promises';
import { formatTime } from '@balcao/domain/dates/business-day.ts';
import { type BackupState, finishedAt } from '../../backup/automatic/backup-state.ts';
import type { Config } from '../../program/config.ts';
import { startCommand } from '../../program/own-command.ts';
import { OWN_VERSION } from '../../program/own-version.ts';
import { words } from '../../start/announce.ts';
import { explainFailure } from '../../start/explain-failure.ts';
import { readOpenNote } from '../../start/open-note.ts';
import { refuseTakenPort } from '../../start/taken-port.ts';
import { attention, type Finding, ok, problem } from './finding.ts';
import { restartOf, type Service } from './service.ts';

const WHAT = 'loja';
const PATIENCE_MS = 10_000;
/** The open shop looks at its backups once a minute. */
const LOOKS_WITHIN_MS = 90_000;
const LOOPBACK = '127.0.0.1';
const ALL = ['0.0.0.0', '::'];

export type OpenShop = {
  origin: string;
  /** Empty where the note about it can't be read. */
  version: string;
  /** Of its own settings; undefined where the note can't be read, and of an earlier version. */
  backupDir?: string;
  /** Of /api/health/. */
  status: number;
  backup: BackupState['state'] | undefined;
  /** The moment of the newest backup that it knows. */
  lastBackup?: string | null | undefined;
  proxy?: string | undefined;
};

/** The open shop of this data folder, whether it is well or not; undefined when it is closed. */
export async function findOpenShop({ dataDir, host, port }: Config): Promise<OpenShop | undefined> {
  const isClosed = access(dataDir, constants.R_OK | constants.X_OK).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'EACCES',
  );
  const here = { origin: `http://${ALL.includes(host) ? LOOPBACK : host}:${port}`, version: '' };
  const note = (await readOpenNote(dataDir)) ?? ((await isClosed) ? here : undefined);
  if (!note) return undefined;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(new URL('/api/health/', note.origin), { signal });
    const body = (await answer.json()) as {
      status?: string;
      code?: string;
      reference?: string;
      backup?: { state: BackupState['state']; last: string | null };
      proxy?: string;
    };
    // Another program may have the port of a shop that was killed.
    if (answer.ok ? body.status !== 'ok' : !body.code || !body.reference) return undefined;
    return {
      ...note,
      status: answer.status,
      backup: body.backup?.state,
      lastBackup: body.backup?.last,
      proxy: body.proxy,
    };
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') return undefined;
    return { ...note, status: 0, backup: undefined };
  }
}

/** The first line: whether the shop is open, at which address, and which version it runs. */
export async function checkShop(
  shop: OpenShop | undefined,
  config: Config,
  service: Service | undefined,
): Promise<Finding> {
  const restart = restartOf(service);
  if (!shop) return closed(config, service);
  const where = `aberta em ${shop.origin}${shop.version && `, Balcão ${shop.version}`}`;
  if (shop.status === 0) return problem(WHAT, `${where}, mas não responde.`, restart);
  if (shop.status !== 200 && shop.status !== 503) {
    const todo = `As linhas abaixo dizem o motivo. Se nenhuma o diz: ${restart}`;
    return problem(WHAT, `${where}, com erro (${shop.status}).`, todo);
  }
  if (shop.status !== 200) {
    const words = `${where}, mas não vende: sem banco de dados, ou disco cheio (${shop.status}).`;
    return problem(WHAT, words, 'As linhas abaixo dizem o motivo.');
  }
  if (!shop.version || shop.version === OWN_VERSION) return ok(WHAT, `${where}.`);
  return attention(WHAT, `${where}; este comando é do ${OWN_VERSION}.`, restart);
}

async function closed(config: Config, service: Service | undefined): Promise<Finding> {
  const address = `http://${config.host}:${config.port}`;
  try {
    await refuseTakenPort(config);
  } catch (error) {
    const why = explainFailure(error, config) ?? String(error);
    return problem(WHAT, `fechada, e não pode abrir em ${address}.`, why);
  }
  if (!service) return attention(WHAT, `fechada (${address}).`, `Abra-a: ${startCommand()}`);
  const { name, active } = service;
  if (/^(active|activating|reloading)$/.test(active)) {
    const words = `fechada (${address}); o serviço ${name} está abrindo.`;
    return attention(WHAT, words, `Repita em um minuto. Se não abre: journalctl -u ${name} -n 50`);
  }
  const why = `journalctl -u ${name} -n 50 diz por quê; depois systemctl start ${name}`;
  const stands = active
    ? `; o serviço ${name} está parado (${active}).`
    : `, e o serviço ${name} a abre.`;
  return problem(WHAT, `fechada (${address})${stands}`, why);
}

/** Whether the open shop serves the figures for Prometheus, or the next start can. */
export async function checkMetricsPort(
  shop: OpenShop | undefined,
  { metricsPort: port }: Config,
  service: Service | undefined,
): Promise<Finding[]> {
  if (!port) return [];
  const todo = 'Feche o outro programa, ou escolha outra porta em METRICS_PORT.';
  if (shop) {
    const url = `http://${LOOPBACK}:${port}/metrics`;
    const figures = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
      .then((answer) => answer.text())
      .catch(() => '');
    if (figures.includes('balcao_')) return [];
    const words = `a loja aberta não as serve em METRICS_PORT ${port}: outro programa tem essa porta, ou ela foi mudada depois do início.`;
    return [attention('métricas', words, `${todo} Depois: ${restartOf(service)}`)];
  }
  return refuseTakenPort({ port, host: LOOPBACK }).then(
    () => [],
    (error) => [attention('métricas', words.noMetrics(error), todo)],
  );
}

/**
 * The open shop may have other settings, and a command may write where its unit may not. `seen`: what the command finds
 * wrong with the folder itself.
 */
export function checkOpenShopsBackups(
  shop: OpenShop | undefined,
  { state, last }: BackupState,
  { backupDir }: Config,
  { seen, restart }: { seen: readonly Finding[]; restart: string },
  now = new Date(),
): Finding[] {
  if (shop?.backupDir && shop.backupDir !== backupDir) {
    const words = `a loja aberta tem outra BACKUP_DIR: ${shop.backupDir}. A configuração mudou depois do início.`;
    return [problem('backup', words, restart)];
  }
  if (shop?.backup !== 'failed' || state === 'failed' || seen.length > 0) return [];
  const isNew = last && now.getTime() - finishedAt(last).getTime() < LOOKS_WITHIN_MS;
  if (isNew && shop.lastBackup !== last.takenAt.toISOString()) {
    const words = `a loja ainda não notou o backup das ${formatTime(last.takenAt)}.`;
    return [attention('backup', words, 'Repita daqui a um minuto.')];
  }
  const words = `a loja aberta diz que nenhum pode ser feito em ${backupDir}, onde este comando nada acha de errado.`;
  const todo = `Dê a pasta ao usuário do serviço, e abra-a na unidade (systemctl edit balcao: ReadWritePaths=-${backupDir}). O motivo está em balcao.log.`;
  return [problem('backup', words, todo)];
}
