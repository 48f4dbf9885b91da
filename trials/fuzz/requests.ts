import type { Endpoint } from '@balcao/contract/endpoint.ts';
import type { Access, Route } from '@balcao/contract/routes.ts';
import { COOKIE } from '@balcao/server/src/testing/app.ts';
import fc from 'fast-check';
import { type Break, breaksOf, broken } from './broken-rules.ts';
import { NASTY_TEXT, raw, toJson } from './nasty.ts';
import { type Schema, schemaOf } from './schema.ts';
import { valid } from './valid-values.ts';

export type FuzzedRoute = {
  name: string;
  method: Route['method'];
  path: string;
  access: Access;
  endpoint: Endpoint;
};

export type Kind = 'valid' | 'broken' | 'wild';
export type Who = 'admin' | 'seller' | 'nobody';

export type FuzzRequest = {
  route: FuzzedRoute;
  kind: Kind;
  who: Who;
  /** Which rule is broken, and where. */
  broke?: string;
  /** As it goes over the wire. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
};

/** The parts of a request, before they are text. */
export type Parts = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown };

/** Parts that make sense in the shop as it is, of a route where valid alone would lead nowhere. */
export type Plausible = (route: FuzzedRoute) => fc.Arbitrary<Parts> | undefined;

/** Arbitraries of all requests of one route: where what the shop holds matters, `plausible` has it. */
export function requestsOf(route: FuzzedRoute, plausible: Plausible): fc.Arbitrary<FuzzRequest> {
  const schemas = schemasOf(route.endpoint);
  const bySchema = fc.record(
    Object.fromEntries(Object.entries(schemas).map(([part, schema]) => [part, valid(schema)])),
  ) as fc.Arbitrary<Parts>;
  const sensible = plausible(route);
  const whole = (sensible ? fc.oneof({ weight: 3, arbitrary: sensible }, bySchema) : bySchema).map(
    withOneId,
  );
  const request = (kind: Kind, who: Who, parts: Parts, broke?: string): FuzzRequest => ({
    route,
    kind,
    who,
    ...(broke !== undefined && { broke }),
    ...written(route, parts),
  });

  const validOnes = fc
    .tuple(whoMakes(route.access), whole)
    .map(([who, parts]) => request('valid', who, parts));
  const breaks = partBreaks(schemas);
  const brokenOnes = fc
    .tuple(whoMakes(route.access), sensible ?? bySchema, fc.constantFrom(...breaks))
    .chain(([who, parts, { part, rule }]) =>
      broken(withOneId(parts)[part] ?? {}, rule).map((value) =>
        request(
          'broken',
          who,
          { ...withOneId(parts), [part]: value },
          `${part}/${rule.at.join('/')}: ${rule.rule}`,
        ),
      ),
    );
  const wildOnes = fc
    .tuple(whoMakes(route.access), whole)
    .chain(([who, parts]) =>
      wild(route, parts).map((sent) => ({ route, kind: 'wild' as const, who, ...sent })),
    );
  return fc.oneof(
    { weight: 3, arbitrary: validOnes },
    { weight: 4, arbitrary: brokenOnes },
    { weight: 3, arbitrary: wildOnes },
  );
}

/** What a route takes; a call that names no query takes none, and refuses what is there. */
function schemasOf({
  params,
  query,
  headers,
  body,
}: Endpoint): Partial<Record<keyof Parts, Schema>> {
  return {
    ...(params && { params: schemaOf(params) }),
    query: query
      ? schemaOf(query)
      : { type: 'object', properties: {}, additionalProperties: false },
    ...(headers && { headers: schemaOf(headers) }),
    ...(body && { body: schemaOf(body) }),
  };
}

type PartBreak = { part: keyof Parts; rule: Break };

function partBreaks(schemas: Partial<Record<keyof Parts, Schema>>): PartBreak[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const part = name as keyof Parts;
    const all = breaksOf(schema, { textOnly: part !== 'body' });
    const breaks = part === 'query' ? [...all, ...twice(schema)] : all;
    return breaks.filter((each) => canBeSent(part, each)).map((rule) => ({ part, rule }));
  });
}

/** An address without its id is another address, and headers may always be more than are known. */
function canBeSent(part: keyof Parts, { rule, at }: Break): boolean {
  if (part === 'params') return at.length > 0;
  if (part === 'headers') return at.length > 0;
  return rule !== 'type' || at.length > 0 || part === 'body';
}

/** A parameter that is there twice is a list, and none of ours is. */
function twice({ properties = {} }: Schema): Break[] {
  return Object.keys(properties).map((name) => ({
    rule: 'twice',
    at: [name],
    change: fc.constant((value) => [value ?? '1', value ?? '1']),
  }));
}

function whoMakes(access: Access): fc.Arbitrary<Who> {
  const weights: Record<Access, [number, number, number]> = {
    admin: [8, 1, 1],
    'signed-in': [4, 5, 1],
    anyone: [3, 3, 2],
  };
  const [admin, seller, nobody] = weights[access];
  return fc.oneof(
    { weight: admin, arbitrary: fc.constant<Who>('admin') },
    { weight: seller, arbitrary: fc.constant<Who>('seller') },
    { weight: nobody, arbitrary: fc.constant<Who>('nobody') },
  );
}

/** A body may repeat the id of its address; to name another one breaks a rule that is in no schema. */
function withOneId(parts: Parts): Parts {
  const { params, body } = parts as { params?: { id?: string }; body?: { id?: unknown } };
  if (params?.id === undefined || body?.id === undefined) return parts;
  return { ...parts, body: { ...body, id: Number(params.id) } };
}

function written(
  { path }: Pick<FuzzedRoute, 'path'>,
  parts: Parts,
): Omit<FuzzRequest, 'route' | 'kind' | 'who'> {
  const { params, query, headers, body } = parts;
  return {
    path:
      path.replace(/:(\w+)/g, (_all, name: string) =>
        encoded((params as Record<string, unknown>)?.[name]),
      ) + queryText(query),
    headers: {
      ...headersOf(headers),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: toJson(body) }),
  };
}

/** Percent-encoded; half a surrogate pair as the three bytes that no decoder takes. */
function encoded(value: unknown): string {
  return [...String(value)]
    .map((each) => (each.isWellFormed() ? encodeURIComponent(each) : '%ED%A0%80'))
    .join('');
}

function queryText(query: unknown): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => `${encoded(name)}=${encoded(each)}`),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Only what a header can hold at all. */
function headersOf(headers: unknown): Record<string, string> {
  const entries = Object.entries(headers ?? {}).map(
    ([name, value]) => [name, String(value).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')] as const,
  );
  return Object.fromEntries(entries);
}

type Sent = Pick<FuzzRequest, 'path' | 'headers' | 'body'>;

/** Anything at all: other parts than the route has, text that is no JSON, bytes that are no text. */
function wild(route: FuzzedRoute, parts: Parts): fc.Arbitrary<Sent> {
  const whole = written(route, parts);
  return fc
    .record({
      path: wildPath(route, whole.path),
      headers: fc.oneof(
        { weight: 3, arbitrary: fc.constant(whole.headers) },
        wildHeaders().map((headers) => ({ ...whole.headers, ...headers })),
      ),
      body: wildBody(parts.body),
    })
    .map(({ path, headers, body }) => ({
      path,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      // A body on GET is read by nobody: it would be the next request of the connection.
      ...(body !== undefined && route.method !== 'GET' && { body }),
    }));
}

function wildPath(route: FuzzedRoute, whole: string): fc.Arbitrary<string> {
  const text = fc.oneof(
    fc.constantFrom(...NASTY_TEXT),
    fc.string({ unit: 'binary', maxLength: 120 }),
  );
  const address = text.map((id) => route.path.replace(/:(\w+)/g, encoded(id)));
  const query = fc
    .array(fc.tuple(text, text), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&'));
  const bytes = fc.stringMatching(/^[!-~]{0,60}$/).map((each) => each.replaceAll('#', '%'));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(whole) },
    address,
    fc.tuple(address, query).map(([path, search]) => `${path}?${search}`),
    bytes.map((search) => `${whole.split('?')[0]}?${search}`),
    bytes.map((segment) => `${route.path.split(':')[0]}${segment}`),
  );
}

function wildHeaders(): fc.Arbitrary<Record<string, string>> {
  const text = fc.oneof(
    fc.constantFrom(...NASTY_TEXT),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  const types = fc.constantFrom(
    ...['application/json; charset=utf-8', 'application/json; charset=latin1', 'APPLICATION/JSON'],
    ...[
      'text/plain',
      'text/html',
      'application/xml',
      'application/x-www-form-urlencoded',
      'json',
      '',
    ],
    ...[
      'multipart/form-data; boundary=x',
      'application/problem+json',
      'application/json, text/html',
    ],
  );
  const header = fc.oneof(
    types.map((value) => ({ 'content-type': value })),
    text.map((value) => ({ authorization: `Bearer ${value}` })),
    text.map((value) => ({ authorization: value })),
    text.map((value) => ({ cookie: `${COOKIE}=${value}` })),
    text.map((value) => ({ cookie: value })),
    text.map((value) => ({ 'idempotency-key': value })),
    text.map((value) => ({ origin: value })),
    text.map((value) => ({ 'sec-fetch-site': value })),
    text.map((value) => ({ 'x-forwarded-proto': value })),
    text.map((value) => ({ 'x-forwarded-host': value })),
    text.map((value) => ({ accept: value })),
    text.map((value) => ({ 'if-none-match': value })),
    text.map((value) => ({ range: value })),
    fc
      .constantFrom('gzip', 'br', 'deflate', 'identity', 'x')
      .map((value) => ({ 'content-encoding': value })),
  );
  return fc
    .array(header, { minLength: 1, maxLength: 3 })
    .map((headers) => headersOf(Object.assign({}, ...headers)));
}

function wildBody(body: unknown): fc.Arbitrary<string | Uint8Array | undefined> {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(...NASTY_TEXT, raw('1e309'), raw('-0'), raw('1e-400'), raw('1E400')),
  );
  const whole = toJson(body ?? {});
  const replaced = fc
    .array(fc.tuple(fc.nat(), anything), { minLength: 1, maxLength: 3 })
    .map((changes) => toJson(withChanges(body, changes)));
  return fc.oneof(
    { weight: 4, arbitrary: replaced },
    { weight: 2, arbitrary: anything.map(toJson) },
    // Cut off, or with one character changed.
    fc.nat(whole.length).map((end) => whole.slice(0, end)),
    fc
      .tuple(fc.nat(whole.length), fc.constantFrom(...'{}[]",:0e-\\u\u0000 '))
      .map(([at, character]) => whole.slice(0, at) + character + whole.slice(at + 1)),
    // Keys that are there twice.
    anything.map((value) => whole.replace('{', `{"id":${toJson(value)},"name":1,`)),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.uint8Array({ maxLength: 200 }),
    fc.constant(`\ufeff${whole}`),
    fc.constant(undefined),
  );
}

/** Fields of the value, or of one of its items, set to something else. */
function withChanges(value: unknown, changes: [number, unknown][]): unknown {
  const entries = Object.entries(value ?? {});
  if (entries.length === 0) return changes[0]?.[1];
  for (const [place, other] of changes) {
    const entry = entries[place % entries.length];
    if (!entry) continue;
    const [, old] = entry;
    const inside = Array.isArray(old) && old.length > 0 && place % 2 === 0;
    entry[1] = inside ? [withChanges(old[0], [[place >> 1, other]]), ...old.slice(1)] : other;
  }
  return Object.fromEntries(entries);
}
