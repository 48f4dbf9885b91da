import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { addressOf } from '../../request/address.ts';
import { serve } from '../../request/serve-call.ts';
import type { Codes } from '../second-factor/secret-cipher.ts';
import { approve } from './approvals.service.ts';

export function approvalRoutes(app: FastifyInstance, { db, ...codes }: Codes & { db: Db }): void {
  serve(app, 'approve', ({ body, user, request }) =>
    approve(db, { seller: user, address: addressOf(request), ...codes }, body),
  );
}
