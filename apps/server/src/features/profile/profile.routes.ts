import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { addressOf } from '../../request/address.ts';
import { type SignedIn, serve } from '../../request/serve-call.ts';
import type { Codes } from '../second-factor/secret-cipher.ts';
import { begin, confirm, read, turnOff } from './own-second-factor.ts';

/** The calls about one's own second factor. */
export function profileRoutes(app: FastifyInstance, { db, ...codes }: Codes & { db: Db }): void {
  const whoIs = (call: { user: SignedIn; request: FastifyRequest }) => ({
    user: call.user,
    address: addressOf(call.request),
    ...codes,
  });

  serve(app, 'readSecondFactor', ({ user }) => read(db, user));

  serve(app, 'beginSecondFactor', (call) => begin(db, whoIs(call), call.body.password));

  serve(app, 'confirmSecondFactor', async (call) => ({
    recovery_codes: await confirm(db, whoIs(call), call.body.code),
  }));

  serve(app, 'endSecondFactor', async (call) => {
    await turnOff(db, whoIs(call), call.body);
    return null;
  });
}
