import { once } from 'node:events';
import net from 'node:net';
/** Throws the error that listening would throw later, after a database and a first password were made. */
export async function refuseTakenPort(listening: { port: number; host: string }): Promise<void> {
  const probe = net.createServer().listen(listening);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
