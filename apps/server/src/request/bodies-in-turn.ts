import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS, Turns } from './turns.ts';

/** What reads longer than a moment: of brackets alone, 32 kB took four. A sale of a counter is smaller. */
const LARGE_BYTES = 8 * 1024;

/**
 * Reads and checks the large bodies of one person after one another. Reading one stops everything else while it
 * is parsed and validated, whether it is valid or not. These turns are not those of the call, which begin after
 * it: each of those is a connection of the database, and a body may take half a minute to arrive.
 */
export function bodiesInTurn(app: FastifyInstance): void {
  const turns = new Turns(LIMITS.largeBodies);
  app.addHook('preParsing', async (request, reply) => {
    const user = request.signedIn;
    if (!user || !mayBeLarge(request)) return;
    await new Promise<void>((begin, refuse) => {
      const read = () => {
        begin();
        return whenRead(request, reply);
      };
      turns.run(user.id, reply.raw, read).catch(refuse);
    });
  });
}

/** A body that is sent in chunks does not say how long it is. */
function mayBeLarge({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return length === undefined ? 'transfer-encoding' in headers : Number(length) > LARGE_BYTES;
}

/**
 * Fastify parses and validates a body as soon as it ends. The next one begins at another turn of the event loop,
 * so that other requests run between the two.
 */
function whenRead(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  return new Promise((resolve) => {
    const letOthersRun = () => void setImmediate(resolve);
    request.raw.once('end', letOthersRun);
    reply.raw.once('close', letOthersRun);
  });
}
