import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { endpoints } from '@balcao/contract/api/endpoints.ts';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import { type Endpoint, statusOf } from '@balcao/contract/endpoint-types.ts';
import { type RefusalCode, refusals } from '@balcao/contract/refusal.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { openAnotherApp, openTestShop } from '../testing/app.ts';

const shop = await openTestShop(afterAll);

type Media = Record<string, { schema?: { properties?: object } }>;
type Operation = {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Media };
  responses: Record<string, { description: string; content?: Media; headers?: object }>;
  security?: unknown;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
};

const document = (await (await fetch(`${shop.origin}/api/openapi.json`)).json()) as Document;
const names = Object.keys(routes) as RouteName[];

test('it is OpenAPI 3.1, and describes the calls of the contract and nothing else', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info).toMatchObject({ title: 'Balcão', version: expect.any(String) });
  const described = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(described.sort()).toEqual([...names].sort());
});

test.each(names)('%s has its parameters, its response and its refusals', (name) => {
  const endpoint: Endpoint = endpoints[name];
  const { access, method, path } = routes[name];
  const address = path.replace(/:(\w+)/g, '{$1}');
  const operation = document.paths[address]?.[method.toLowerCase()] as Operation;
  const { parameters = [], requestBody, responses } = operation;
  expect(operation).toMatchObject({ operationId: name, summary: endpoint.summary });
  expect(Boolean(operation.security)).toBe(access !== 'anyone');

  const given = (place: string) =>
    parameters.filter((each) => each.in === place).map((each) => each.name);
  const keys = (schema: object = {}) =>
    Object.keys((schema as { properties?: object }).properties ?? {});
  expect(given('query')).toEqual(keys(endpoint.query));
  expect(given('header')).toEqual(keys(endpoint.headers));
  const body = requestBody?.content['application/json']?.schema;
  expect(keys(body)).toEqual(keys(endpoint.body));

  const answer = responses[statusOf(endpoint)];
  expect(keys(answer?.content?.['application/json']?.schema)).toEqual(keys(endpoint.answer));
  expect(Object.keys(answer?.headers ?? {})).toEqual(Object.keys(endpoint.answerHeaders ?? {}));
  const codes: RefusalCode[] = [...(endpoint.refusals ?? []), 'invalid_request', 'unavailable'];
  if (access !== 'anyone') codes.push('not_signed_in');
  if (access === 'admin') codes.push('not_allowed');
  for (const code of codes) {
    const { description = '', content } = responses[refusals[code].status] ?? {};
    expect(description.split(', ')).toContain(code);
    expect(keys(content?.['application/problem+json']?.schema)).toContain('detail');
  }
});

test.each(['/api/docs', '/api/docs/'])('%s has a policy under which it works', async (path) => {
  const answer = await fetch(shop.origin + path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';/,
  );
  const html = await answer.text();
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(html).not.toMatch(/(src|href)="https?:/);
});

test.each(['/api/openapi.json', '/api/docs/json', '/api/docs/yaml'])(
  '%s is written once, whoever asks for it',
  async (path) => {
    const { app, origin } = await openAnotherApp({ connection: shop.connection });
    const written = vi.spyOn(app, 'swagger');
    const ask = async () => (await fetch(origin + path)).text();
    const texts = await Promise.all(Array.from({ length: 30 }, ask));
    expect(texts).toEqual(Array(30).fill(JSON.stringify(document)));
    expect(written).toHaveBeenCalledTimes(1);

    const fetched = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
    expect(fetched.headers.get('content-encoding')).toBeNull();
    const zipped = await fetch(origin + path);
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    const etag = `${zipped.headers.get('etag')}`;
    expect(etag).toBe(fetched.headers.get('etag'));
    const known = await fetch(origin + path, { headers: { 'if-none-match': etag } });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const other = await fetch(origin + path, { headers: { 'if-none-match': '"x"' } });
    expect(other.status).toBe(200);
  },
);

test('of one place one file of the page is sent after the other', async () => {
  const responses: ServerResponse[] = [];
  const hear = (_request: IncomingMessage, response: ServerResponse) => responses.push(response);
  shop.app.server.on('request', hear);
  const url = `${shop.origin}/api/docs/static/swagger-ui-bundle.js`;
  let open = true;
  const asked = Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(url)).bytes()),
  ).finally(() => {
    open = false;
  });
  let most = 0;
  for (; open; await setImmediate()) {
    const sending = responses.filter(({ headersSent, closed }) => headersSent && !closed);
    most = Math.max(most, sending.length);
  }
  shop.app.server.off('request', hear);
  expect(new Set((await asked).map(({ length }) => length)).size).toBe(1);
  expect(most).toBe(1);
});
