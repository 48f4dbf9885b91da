import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { asSuperuser, inDatabase } from './cluster.ts';

/** Creates an empty database on the server of the tests and returns its DATABASE_URL. */
export async function makeEmptyDatabase(
  whenOver: (close: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const superuser = inject('superuser');
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await asSuperuser(superuser, `CREATE DATABASE ${name}`);
  whenOver(() => asSuperuser(superuser, `DROP DATABASE ${name} WITH (FORCE)`));
  const config = inDatabase(superuser, name);
  if (config.connectionString) return config.connectionString;
  const { user = '', password, host = '', port } = config;
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgresql://${user}:${encodeURIComponent(String(password))}@/${name}?${query}`;
}
