// A Node process that keeps the embedded PostgreSQL of argv[2] open until SIGTERM. It prints its events.
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const log = { info: () => {}, warn: () => {}, error: console.error };
process.on('SIGINT', () => console.log('SIGINT '));
try {
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log });
  const stayOpen = setInterval(() => {}, 1_000);
  process.once('SIGTERM', () => {
    clearInterval(stayOpen);
    void postgres.stop();
  });
  console.log(`ready ${JSON.stringify(postgres.superuser)}`);
} catch (error) {
  console.log(`refused ${(error as Error).message}`);
  process.exitCode = 1;
}
