import { COOKIE } from '../app.ts';
import type { Schema } from '../fuzz/schema.ts';

/** One request as sqlmap takes it, each place to try marked with an asterisk. */
export type Target = { name: string; request: string; places: string[] };

/** What of an OpenAPI document the targets are made of. */
export type OpenApi = { paths: Record<string, Record<string, Operation>> };
type Operation = {
  operationId?: string;
  parameters?: { name: string; in: 'path' | 'query' | 'header' }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
};

/** Values that get past the schemas, so that what is put behind them gets as far as it can. */
const VALUES: Record<string, unknown> = {
  ...{ id: 3, page: '1', page_size: '10', search: 'a', user: 'a', kind: 'sale.created' },
  ...{ startDate: '2026-01-01', endDate: '2026-12-31', date: '2026-01-05', products: '1,2' },
  ...{ username: 'maria', password: 'senha-errada', attempt: 'a'.repeat(32), seller_id: 3 },
  ...{
    old_password: 'senha-errada',
    new_password: 'nova-senha',
    confirm_new_password: 'nova-senha',
  },
  ...{ name: 'Ana', email: 'ana', active: true, admin: false, code: 'X1', price: 1.5 },
  ...{ cpf: '52998224725', registration: '20260000001', client: 1, student: 1, seller: 1 },
  'idempotency-key': '3f2b8c1e-0000-4000-8000-000000000000',
  payment_desc1: 'Pix',
  payment_method1: 10,
};

/** One target for each operation that takes anything. */
export function targetsOf(document: OpenApi, token: string): Target[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return operations.map((each) => targetOf(each, token)).filter(({ places }) => places.length > 0);
}

function targetOf(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  token: string,
): Target {
  const name = operation.operationId ?? `${method} ${path}`;
  const { parameters = [], requestBody } = operation;
  const places: string[] = [];
  const marked = (where: string, field: string) => {
    places.push(`${where} ${field}`);
    return `${VALUES[field] ?? 1}*`;
  };
  const of = (where: string) => parameters.filter((each) => each.in === where);
  const address = of('path').reduce(
    (text, each) => text.replace(`{${each.name}}`, marked('path', each.name)),
    path,
  );
  const query = of('query').map((each) => `${each.name}=${marked('query', each.name)}`);
  const headers = of('header').map((each) => `${each.name}: ${marked('header', each.name)}`);
  const schema = requestBody?.content['application/json'].schema;
  const body = schema ? JSON.stringify(markedBody(schema, 'body', marked)) : '';
  const request = [
    `${method.toUpperCase()} ${address}${query.length > 0 ? `?${query.join('&')}` : ''} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    ...headers,
    ...(body ? ['Content-Type: application/json'] : []),
    '',
    body,
  ];
  return { name, places, request: request.join('\r\n') };
}

type Mark = (where: string, field: string) => string;

/** Every field with its mark, as text: nothing else could carry SQL, and the schema has to refuse it. */
function markedBody({ properties = {} }: Schema, where: string, marked: Mark): unknown {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      if (field.type !== 'array') return [name, marked(where, name)];
      return [name, [markedBody(field.items as Schema, `${where}/${name}`, marked)]];
    }),
  );
}

/**
 * The same request with real values everywhere but in one text field: a body with a wrong type in one
 * field is refused whole, and then nothing of the others would ever reach the database.
 */
export function oneByOne(target: Target, document: OpenApi): Target[] {
  const operation = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === target.name);
  const schema = operation?.requestBody?.content['application/json'].schema;
  if (!schema) return [];
  const [head = ''] = target.request.split('\r\n\r\n');
  const plainHead = head.replaceAll('*', '');
  const texts = Object.entries(schema.properties ?? {}).filter(([, field]) => isText(field));
  return texts.map(([name]) => {
    const body = plainBody(schema, name);
    const request = `${plainHead}\r\n\r\n${JSON.stringify(body)}`;
    return { name: target.name, places: [`body ${name}, alone`], request };
  });
}

const isText = (schema: Schema): boolean =>
  schema.type === 'string' || (schema.anyOf?.some(isText) ?? false);

function plainBody({ properties = {}, required = [] }: Schema, mark?: string): unknown {
  const entries = Object.entries(properties)
    .filter(([name]) => required.includes(name) || name === mark || name === 'payment_method1')
    .map(([name, field]) => {
      if (field.type === 'array') return [name, [plainBody(field.items as Schema)]];
      const value = VALUES[name] ?? 1;
      return [name, name === mark ? `${value}*` : value];
    });
  return Object.fromEntries(entries);
}

const head = (line: string) => `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;

/** Where it says who somebody is: no document lists these. */
export const IDENTITIES: readonly Target[] = [
  {
    name: 'the bearer token',
    places: ['header authorization'],
    request: `${head('GET /api/pdv/productsAll/')}Authorization: Bearer ${'A'.repeat(43)}*\r\n\r\n`,
  },
  {
    name: 'the refresh cookie',
    places: [`cookie ${COOKIE}`],
    request: `${head('POST /api/auth/refresh/')}Cookie: ${COOKIE}=${'A'.repeat(43)}*\r\nContent-Type: application/json\r\n\r\n{}`,
  },
];
