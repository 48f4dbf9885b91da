import type { FastifyInstance } from 'fastify';
import { serve } from '../../request/serve-call.ts';
import { type BackupsParts, readBackups, requestBackup } from './backups.service.ts';

export function backupRoutes(app: FastifyInstance, parts: BackupsParts): void {
  serve(app, 'readBackups', () => readBackups(parts));

  serve(app, 'makeBackup', ({ user }) => requestBackup(parts, user));
}
