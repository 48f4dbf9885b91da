import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { Problem } from '@balcao/contract/problem.ts';
import type { RefusalCode } from '@balcao/contract/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { inject, onTestFinished } from 'vitest';
import { type AppOptions, createApp } from '../app/app.ts';
import { type Connection, connect } from '../database/connection.ts';
import { APPLICATION_ROLE } from '../database/open/application-role.ts';
import type { Shop } from '../database/shop.ts';
import { APPLICATION_PASSWORD, asSuperuser, inDatabase, makeTestDatabase } from './cluster.ts';

export type Sent<N extends RouteName> = {
  token?: string | undefined;
  params?: ParamsOf<Endpoints[N]>;
  /** Of the row in the path, in place of `params`. */
  id?: number;
  query?: QueryOf<Endpoints[N]>;
  body?: BodyOf<Endpoints[N]>;
  headers?: Record<string, string>;
};

export type Received<N extends RouteName> = {
  status: number;
  headers: Headers;
  /** The body of a successful call; otherwise use `problem`. */
  body: AnswerOf<Endpoints[N]>;
  problem: Problem;
  /** The status of a successful call, or else the code of its refusal. */
  outcome: number | RefusalCode;
};

export type TestShop = {
  app: FastifyInstance;
  origin: string;
  /** The application's connection, with its limited role. */
  connection: Connection;
  /** The owner's connection, to read and change anything. */
  owner: Connection;
  call<N extends RouteName>(name: N, sent?: Sent<N>): Promise<Received<N>>;
};

/** Replaces the shop of the database, so that the name of the cookie is known. */
export const TEST_SHOP: Shop = { id: '7e57ca5e', sample: false };
export const TEST_KEY = Buffer.alloc(32, 7);
export const COOKIE = `balcao_refresh_${TEST_SHOP.id}`;

/** Test files that run at the same time share one PostgreSQL. */
const MOST_CONNECTIONS = 12;

type WhenOver = (close: () => Promise<void>) => void;

/** Opens the real application on a new database, until the test is over. */
export async function openTestShop(whenOver: WhenOver = onTestFinished) {
  const superuser = inject('superuser');
  const database = `shop_${randomBytes(6).toString('hex')}`;
  await makeTestDatabase(superuser, database);
  const ownerConfig = inDatabase(superuser, database);
  const owner = connect({ ...ownerConfig, max: MOST_CONNECTIONS }, () => {});
  const role = { user: APPLICATION_ROLE, password: APPLICATION_PASSWORD };
  const applicationConfig = inDatabase(superuser, database, role);
  const connection = connect({ ...applicationConfig, max: MOST_CONNECTIONS }, () => {});
  whenOver(async () => {
    await connection.close();
    await owner.close();
    await asSuperuser(superuser, `DROP DATABASE ${database} WITH (FORCE)`);
  });
  const server = await openAnotherApp({ connection }, whenOver);
  return { ...server, connection, owner } satisfies TestShop;
}

/** Opens another server on a shop's database, or one with other options, until the test is over. */
export async function openAnotherApp(
  options: Partial<AppOptions> & Pick<AppOptions, 'connection'>,
  whenOver: WhenOver = onTestFinished,
) {
  const app = await createApp({ shop: TEST_SHOP, shopKey: async () => TEST_KEY, ...options });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  whenOver(() => app.close());
  const call: TestShop['call'] = (name, sent) => callApi(origin, name, sent);
  return { app, origin, call };
}

export async function temporaryFolder(whenOver: WhenOver = onTestFinished): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'balcao-test-'));
  whenOver(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates an empty database on the server of the tests and returns its DATABASE_URL. */
export async function makeEmptyDatabase(whenOver: WhenOver = onTestFinished): Promise<string> {
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

/** Makes one call of the contract over HTTP. */
export async function callApi<N extends RouteName>(
  origin: string,
  name: N,
  sent: Sent<N> = {},
): Promise<Received<N>> {
  const { method, path: pattern } = routes[name];
  const params = { id: sent.id, ...(sent.params as object) } as Record<string, unknown>;
  const address = new URL(
    pattern.replace(/:(\w+)/g, (_whole, key: string) =>
      encodeURIComponent(String(params[key] ?? '')),
    ),
    origin,
  );
  for (const [key, value] of Object.entries(sent.query ?? {})) {
    address.searchParams.set(key, String(value));
  }
  const response = await fetch(address, {
    method,
    headers: {
      ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  });
  const text = await response.text();
  const isJson = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
  const body = isJson ? JSON.parse(text) : text || null;
  const { status, headers } = response;
  return { status, headers, body, problem: body, outcome: status < 400 ? status : body?.code };
}
