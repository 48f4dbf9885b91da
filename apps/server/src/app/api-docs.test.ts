import { endpoints } from '@balcao/contract/endpoints.ts';
import { type RefusalCode, refusals } from '@balcao/contract/refusal.ts';
import { type RouteName, routes } from '@balcao/contract/routes.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../testing/app.ts';

const shop = await openTestShop(afterAll);

type Media = Record<string, { schema?: Record<string, unknown> }>;
type Operation = {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { required: boolean; content: Media };
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

const operationOf = (name: RouteName) => {
  const { method, path } = routes[name];
  return document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
};

test('it is OpenAPI 3.1, and describes the calls of the contract and nothing else', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info).toMatchObject({ title: 'Balcão', version: expect.any(String) });
  const described = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(described.sort()).toEqual([...names].sort());
});

test.each(names)('%s says what it takes, answers and refuses', (name) => {
  const endpoint: import('@balcao/contract/endpoint.ts').Endpoint = endpoints[name];
  const { access, path } = routes[name];
  const operation = operationOf(name);
  expect(operation).toMatchObject({ operationId: name, summary: endpoint.summary });
  if (!operation) return;

  const given = (place: string) =>
    (operation.parameters ?? []).filter((each) => each.in === place).map((each) => each.name);
  const keys = (schema: unknown) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
  expect(given('path')).toEqual([...path.matchAll(/:(\w+)/g)].map(([, key]) => key));
  expect(given('query')).toEqual(keys(endpoint.query));
  expect(given('header')).toEqual(keys(endpoint.headers));
  const body = operation.requestBody?.content['application/json']?.schema;
  expect(keys(body)).toEqual(keys(endpoint.body));
  if (body) expect(body).toMatchObject({ additionalProperties: false });

  const answer = operation.responses[endpoint.status];
  expect(answer).toBeDefined();
  if (endpoint.status !== 204) {
    const schema = answer?.content?.['application/json']?.schema;
    expect(keys(schema)).toEqual(keys(endpoint.answer));
    expect(Object.keys(answer?.headers ?? {})).toEqual(Object.keys(endpoint.answerHeaders ?? {}));
  }
  const expected: RefusalCode[] = [
    ...endpoint.refusals,
    'invalid_request',
    'internal',
    'unavailable',
  ];
  if (access !== 'anyone') expected.push('not_signed_in');
  if (access === 'admin') expected.push('not_allowed');
  for (const code of expected) {
    const refusal = operation.responses[refusals[code].status];
    expect(refusal?.description.split(', ')).toContain(code);
    expect(refusal?.content?.['application/problem+json']?.schema).toMatchObject({
      properties: { code: expect.anything(), detail: expect.anything() },
    });
  }
  expect(Boolean(operation.security)).toBe(access !== 'anyone');
});

test('the page to read it comes with a policy under which it works', async () => {
  for (const path of ['/api/docs', '/api/docs/']) {
    const answer = await fetch(shop.origin + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';/,
    );
    const html = await answer.text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/(src|href)="https?:/);
  }
});
