import { once } from 'node:events';
import net from 'node:net';
import type { Config } from '../program/config.ts';

/** Throws the error that listening would throw later, after a database and a first password were made. */
export async function refuseTakenPort({ port, host }: Config): Promise<void> {
  const probe = net.createServer().listen({ port, host });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
