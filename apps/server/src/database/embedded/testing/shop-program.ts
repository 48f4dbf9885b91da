// A Node process that keeps the embedded PostgreSQL of argv[2] open until its standard input ends.
// It prints each event as one line of JSON.
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const print = (event: string) => (value?: unknown) => console.log(JSON.stringify({ event, value }));
process.on('SIGINT', () => print('SIGINT')());
try {
  const log = { info: print('info'), warn: print('warn'), error: print('error') };
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log });
  print('ready')(postgres.superuser);
  process.stdin.resume().on('end', () => postgres.stop());
} catch (error) {
  print('refused')((error as Error).message);
  process.exitCode = 1;
}
