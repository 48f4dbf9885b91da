import { exportEndpoints } from '@balcao/contract/exports.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { serve } from '../../request/serve-call.ts';
import { LIMITS, Turns } from '../../request/turns.ts';
import { exportList, STALLED_MS } from './exports.service.ts';

export function exportRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const turns = new Turns(LIMITS.exports);
  const [xlsx, csv] = exportEndpoints.exportList.files;

  serve(app, 'exportList', ({ body, user, reply }) => {
    // Waiting for a turn and adding up years send nothing for longer than a socket may be idle.
    reply.raw.setTimeout(0);
    return turns.run(user.id, reply.raw, async () => {
      const { name, rows, content } = await exportList(db, user, body);
      reply.raw.setTimeout(STALLED_MS);
      // Fastify destroys it too, but not if the client left before it was sent.
      if (reply.raw.closed) content.destroy();
      else reply.raw.once('close', () => content.destroy());
      reply
        .type(body.format === 'csv' ? `${csv}; charset=utf-8` : xlsx)
        .header('content-disposition', dispositionOf(name))
        .header('export-rows', rows);
      return content;
    });
  });
}

/** A header has no letters with accents, so it has the name in RFC 5987's form too. */
function dispositionOf(name: string): string {
  const plain = name.normalize('NFD').replace(/[^ -~]/g, '');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
