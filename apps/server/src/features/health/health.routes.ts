import type { FastifyInstance } from 'fastify';
import { type BackupState, NO_BACKUPS } from '../../backup/automatic/backup-state.ts';
import type { Db } from '../../database/connection.ts';
import { isCurrent } from '../../database/migrate.ts';
import { watchWrites } from '../../database/write-health.ts';
import { type Certificate, readCertificate } from '../../program/certificate.ts';
import type { Examination } from '../../program/examination.ts';
import { watched } from '../../program/watched.ts';
import type { ProxyState } from '../../request/proxy-watch.ts';
import { Refusal } from '../../request/refusal.ts';
import { serve } from '../../request/serve-call.ts';

type Parts = {
  db: Db;
  backups?: () => Promise<BackupState>;
  certificate?: () => Promise<Certificate>;
  examination?: () => Promise<Examination>;
  proxy: () => ProxyState;
};

export function healthRoutes(app: FastifyInstance, parts: Parts) {
  const { db, proxy, backups = NO_BACKUPS } = parts;
  const { certificate = () => readCertificate(undefined), examination } = parts;
  const writes = watchWrites(db);
  app.addHook('onError', async (_request, _reply, error) => writes.sawError(error));
  const read = watched(async () => {
    if (!(await isCurrent(db))) throw new Refusal('unavailable');
    await writes.refuseIfImpossible();
    // For anybody: no path and no reason. A shop without a backup still sells, so it stays 200.
    const { state, last } = await backups();
    const backup = { state, last: last?.takenAt.toISOString() ?? null };
    const valid = await certificate();
    return {
      status: 'ok' as const,
      backup,
      proxy: proxy(),
      certificate: { state: valid.state, until: valid.until?.toISOString() ?? null },
      doctor: (await examination?.()) ?? 'none',
    };
  });
  // Anybody may ask: those who do at once share one read.
  serve(app, 'readHealth', () => read(true));
}
