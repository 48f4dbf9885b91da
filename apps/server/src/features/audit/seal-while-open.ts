import type { FastifyInstance } from 'fastify';
import { Sealer, type SealerOptions } from './sealer.ts';

/** Seals the audit from when the server listens until its last request has been answered. */
export function sealWhileOpen(app: FastifyInstance, options: SealerOptions): void {
  const sealer = new Sealer(options);
  app.addHook('onListen', async () => sealer.start());
  app.addHook('onClose', () => sealer.stop());
}
