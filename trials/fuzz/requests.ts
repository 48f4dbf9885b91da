import type { Access, Route } from '@balcao/contract/api/route.ts';
import type { Endpoint } from '@balcao/contract/endpoint-types.ts';
import { COOKIE } from '@balcao/server/src/testing/app.ts';
import fc from 'fast-check';
import { type Break, breaksOf, broken } from './broken-rules.ts';
import { NASTY_TEXT, raw, toJson } from './nasty.ts';
import { cached, fits, type Schema, schemaOf } from './schema.ts';
import { valid } from './valid-values.ts';

export type FuzzedRoute = {
  name: string;
  method: Route['method'];
  path: string;
  access: Access;
  endpoint: Endpoint;
};

export type Who = 'admin' | 'seller' | 'nobody';

export type FuzzRequest = {
  route: FuzzedRoute;
  kind: 'valid' | 'broken' | 'wild';
  who: Who;
  /** Which rule is broken, and where. */
  broke?: string;
  /** As it is sent. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
};

/** The parts of a request, before they are text. */
export type Parts = {
  params?: Record<string, unknown>;
  query?: unknown;
  headers?: unknown;
  body?: unknown;
};

/** All requests of one route. `known` matches the rows of the shop; by chance few requests would. */
export function requestsOf(
  route: FuzzedRoute,
  who: Who,
  known: Parts | undefined,
): fc.Arbitrary<FuzzRequest> {
  const { bySchema, breaks } = ofEndpoint(route.endpoint);
  const sensible = known
    ? fc.oneof(
        { weight: 2, arbitrary: fc.constant(known) },
        bySchema.map((parts) => ({ ...parts, ...(known.params && { params: known.params }) })),
      )
    : bySchema;
  const whole = fc.oneof({ weight: 3, arbitrary: sensible }, bySchema).map(withOneId);
  const validOnes = whole.map((parts) => ({ kind: 'valid' as const, ...written(route, parts) }));
  const brokenOnes = fc
    .tuple(sensible.map(withOneId), fc.constantFrom(...breaks))
    .chain(([parts, { part, ...rule }]) =>
      broken(parts[part] ?? {}, rule).map((value) => ({
        // A value of one branch of a union may keep the rule of another.
        kind:
          part === 'body' && route.endpoint.body && fits(route.endpoint.body, toJson(value))
            ? ('valid' as const)
            : ('broken' as const),
        broke: `${part}/${rule.at.join('/')}: ${rule.rule}`,
        ...written(route, { ...parts, [part]: value }),
      })),
    );
  const wildOnes = whole
    .chain((parts) => wild(route, parts))
    .map((sent) => ({ kind: 'wild' as const, ...sent }));
  return fc
    .oneof(
      { weight: 3, arbitrary: validOnes },
      { weight: 4, arbitrary: brokenOnes },
      { weight: 3, arbitrary: wildOnes },
    )
    .map((request) => ({ route, who, ...request }));
}

/** The valid parts of a route's requests, and the ways to break one of their rules. */
const ofEndpoint = cached((endpoint) => {
  const { params, query, headers, body } = endpoint as Endpoint;
  const schemas: Partial<Record<keyof Parts, Schema>> = {
    ...(params && { params: schemaOf(params) }),
    // A call without a query schema refuses every parameter.
    query: query ? schemaOf(query) : { type: 'object', additionalProperties: false },
    ...(headers && { headers: schemaOf(headers) }),
    ...(body && { body: schemaOf(body) }),
  };
  const entries = Object.entries(schemas) as [keyof Parts, Schema][];
  const bySchema = fc.record(
    Object.fromEntries(entries.map(([part, schema]) => [part, valid(schema)])),
  ) as fc.Arbitrary<Parts>;
  const breaks = entries.flatMap(([part, schema]) => {
    const all = breaksOf(part === 'query' ? emptyAllowed(schema) : schema, part !== 'body');
    // An address without its id is another address, and unknown headers are always allowed.
    const inside = part === 'params' || part === 'headers';
    const possible = inside ? all.filter(({ at }) => at.length > 0) : all;
    return [...possible, ...(part === 'query' ? twice(schema) : [])].map((rule) => ({
      part,
      ...rule,
    }));
  });
  return { bySchema, breaks };
});

/** An empty parameter that may be missing counts as missing. */
function emptyAllowed(schema: Schema): Schema {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, field]): [string, Schema] => [
    name,
    required.includes(name) ? field : { anyOf: [field, { type: 'string', enum: [''] }] },
  ]);
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** A repeated parameter is a list, and none of ours is a list. */
function twice({ properties = {} }: Schema): Break[] {
  return Object.keys(properties).map((name) => ({
    rule: 'twice',
    at: [name],
    change: fc.constant((value) => [value ?? '1', value ?? '1']),
  }));
}

/** A body may repeat the id of its address; another id would break a rule that is in no schema. */
function withOneId(parts: Parts): Parts {
  const { params, body } = parts as { params?: { id?: string }; body?: { id?: unknown } };
  if (params?.id === undefined || body?.id === undefined) return parts;
  return { ...parts, body: { ...body, id: Number(params.id) } };
}

type Sent = Pick<FuzzRequest, 'path' | 'headers' | 'body'>;

function written({ path }: FuzzedRoute, { params, query, headers, body }: Parts): Sent {
  const address = path.replace(/:(\w+)/g, (_all, name: string) => encoded(params?.[name]));
  return {
    path: address + queryText(query),
    headers: {
      ...headersOf(headers),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: toJson(body) }),
  };
}

/** Percent-encoded; half a surrogate pair becomes three bytes that every decoder refuses. */
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

/** Characters that no header can hold become question marks, as do the spaces at its ends, which HTTP drops. */
function headersOf(headers: unknown): Record<string, string> {
  const entries = Object.entries(headers ?? {}).map(
    ([name, value]) =>
      [name, String(value).replace(/[^\t\x20-\x7e\x80-\xff]|^[ \t]+|[ \t]+$/g, '?')] as const,
  );
  return Object.fromEntries(entries);
}

/** Anything: parts that the route does not have, text that is no JSON, bytes that are no text. */
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
      // The server reads no body of a GET: it would be the next request of the connection.
      ...(body !== undefined && route.method !== 'GET' && { body }),
    }));
}

function someText(maxLength: number): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...NASTY_TEXT), fc.string({ unit: 'binary', maxLength }));
}

function wildPath(route: FuzzedRoute, whole: string): fc.Arbitrary<string> {
  const text = someText(120);
  const address = text.map((id) => route.path.replace(/:(\w+)/g, encoded(id)));
  const query = fc
    .array(fc.tuple(text, text), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&'));
  const bytes = fc.stringMatching(/^[!-~]{0,60}$/).map((each) => each.replaceAll('#', '%'));
  const base = route.path.split(':')[0] as string;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(whole) },
    address,
    fc.tuple(address, query).map(([path, search]) => `${path}?${search}`),
    bytes.map((search) => `${whole.split('?')[0]}?${search}`),
    // Without an id it would be the list's address.
    bytes.filter((segment) => !/^\/*(?:\?|$)/.test(segment)).map((segment) => `${base}${segment}`),
  );
}

const TYPES = [
  ...['application/json; charset=utf-8', 'application/json; charset=latin1', 'APPLICATION/JSON'],
  ...['text/plain', 'text/html', 'application/xml', 'application/x-www-form-urlencoded', 'json'],
  ...['', 'multipart/form-data; boundary=x', 'application/problem+json'],
  'application/json, text/html',
];
const ENCODINGS = ['gzip', 'br', 'deflate', 'identity', 'x'];
const HEADERS = [
  ...['authorization', 'cookie', 'idempotency-key', 'origin', 'sec-fetch-site', 'accept'],
  ...['x-forwarded-proto', 'x-forwarded-host', 'if-none-match', 'range'],
];

function wildHeaders(): fc.Arbitrary<Record<string, string>> {
  const text = someText(60);
  const header = fc.oneof(
    fc.tuple(fc.constant('content-type'), fc.constantFrom(...TYPES)),
    fc.tuple(fc.constant('content-encoding'), fc.constantFrom(...ENCODINGS)),
    fc.tuple(
      fc.constant('authorization'),
      text.map((value) => `Bearer ${value}`),
    ),
    fc.tuple(
      fc.constant('cookie'),
      text.map((value) => `${COOKIE}=${value}`),
    ),
    { weight: HEADERS.length, arbitrary: fc.tuple(fc.constantFrom(...HEADERS), text) },
  );
  return fc
    .array(header, { minLength: 1, maxLength: 3 })
    .map((headers) => headersOf(Object.fromEntries(headers)));
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
    // Repeated keys.
    anything.map((value) => whole.replace('{', `{"id":${toJson(value)},"name":1,`)),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.uint8Array({ maxLength: 200 }),
    fc.constant(`\ufeff${whole}`),
    fc.constant(undefined),
  );
}

/** A copy with some fields, or fields of its first item, set to other values. */
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
