import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS, Turns } from './turns.ts';

/** What reads longer than a moment: of brackets alone, 8 kB took a millisecond. Most sales of a counter are smaller. */
const LARGE_BYTES = 2 * 1024;
/** The next large body waits so many times as long as reading this one took: all turns of a person together take a fifth. */
const REST = 5 * LIMITS.largeBodies.mostOfOneUser - 1;
const LONGEST_REST_MS = 5_000;

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
 * Fastify parses and validates a body as soon as it ends. Others run before the next one of this person, so that who
 * sends one after another in all turns, valid or not, takes a fifth of the time of everybody.
 */
function whenRead(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  return new Promise((resolve) => {
    // The sender may hang up before that.
    reply.raw.once('close', resolve);
    request.raw.once('end', () => {
      // What is invalid is answered at once, and rests all the same.
      reply.raw.off('close', resolve);
      const ended = performance.now();
      setImmediate(() => {
        const rest = REST * (performance.now() - ended);
        setTimeout(resolve, Math.min(rest, LONGEST_REST_MS));
      });
    });
  });
}
