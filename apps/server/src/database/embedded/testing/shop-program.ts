// A Node process that holds the embedded PostgreSQL of argv[2] open until its standard input ends.
// Each event is one line of JSON on standard output.
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const say = (event: string, value?: unknown) => console.log(JSON.stringify({ event, value }));
process.on('SIGINT', () => say('SIGINT'));
try {
  const postgres = await startEmbeddedPostgres({
    dataDir: process.argv[2] ?? '',
    log: {
      info: (message) => say('info', message),
      warn: (message) => say('warn', message),
      error: (message) => say('error', message),
    },
  });
  say('ready', postgres.superuser);
  process.stdin.resume().on('end', () => postgres.stop());
} catch (error) {
  say('refused', (error as Error).message);
  process.exitCode = 1;
}
