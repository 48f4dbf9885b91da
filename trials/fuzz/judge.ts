import { statusOf } from '@balcao/contract/endpoint.ts';
import { Problem, type RefusalCode, refusals } from '@balcao/contract/refusal.ts';
import type { FuzzRequest } from './requests.ts';
import { closed, type Schema, schemaOf, troubleWith } from './schema.ts';

export type FuzzAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

/**
 * All that a refusal may write, and why. Anything else that is refused leaves every row as it was.
 * - a failed sign-in is counted and audited; a wait that is asked against is counted
 * - whoever gave the right old password is no guesser: their failures are forgotten, whatever is wrong
 *   with the new one
 * - a refresh token that comes back ends its session
 */
const WRITES_OF_REFUSALS: Partial<Record<RefusalCode, Record<string, readonly string[]>>> = {
  wrong_credentials: { login: ['audit_events', 'sign_in_failures'] },
  wrong_password: { changePassword: ['audit_events', 'sign_in_failures'] },
  too_many_attempts: { login: ['sign_in_failures'], changePassword: ['sign_in_failures'] },
  passwords_differ: { changePassword: ['sign_in_failures'] },
  weak_password: { changePassword: ['sign_in_failures'] },
  not_signed_in: { refreshSession: ['audit_events', 'session_tokens', 'sessions'] },
};

/** What a request that is not understood may be called; an id that is too long is no address. */
const NOT_UNDERSTOOD: readonly RefusalCode[] = [
  'invalid_request',
  'invalid_json',
  'unfit_text',
  'headers_too_large',
];
const OF_WILD: readonly RefusalCode[] = [
  ...NOT_UNDERSTOOD,
  'unsupported_media_type',
  'body_too_large',
  'not_found',
];

/** Words that only our own insides would use. */
const INSIDES =
  /node_modules|\.[cm]?[jt]s:\d|HPE_|FST_ERR|SQLSTATE|\bSELECT\b|at \w+ \(|syntax error/;

/** Everything that is wrong about an answer, each in a sentence; nothing is what there has to be. */
export function complaints(
  request: FuzzRequest,
  answer: FuzzAnswer,
  written: readonly string[],
): string[] {
  const found = answer.status < 400 ? ofSuccess(request, answer) : ofRefusal(request, answer);
  if (answer.status >= 500) found.push(`answered ${answer.status}`);
  const tolerated = toleratedWrites(request, answer);
  const unexpected = tolerated && written.filter((table) => !tolerated.includes(table));
  if (unexpected && unexpected.length > 0) {
    const what = answer.status < 400 ? 'a reading call' : `a refusal (${codeOf(answer)})`;
    found.push(`${what} wrote to ${unexpected.join(', ')}`);
  }
  if (answer.headers['cache-control'] !== 'no-store') found.push('may be kept by a cache');
  if (answer.headers['x-content-type-options'] !== 'nosniff') found.push('says no nosniff');
  return found;
}

/** The tables that may have been written to; undefined where that is not judged here. */
function toleratedWrites(request: FuzzRequest, answer: FuzzAnswer): readonly string[] | undefined {
  if (answer.status < 400) return request.route.method === 'GET' ? [] : undefined;
  const code = codeOf(answer) as RefusalCode;
  return WRITES_OF_REFUSALS[code]?.[request.route.name] ?? [];
}

function ofSuccess({ route, kind, broke, who, body }: FuzzRequest, answer: FuzzAnswer): string[] {
  const { endpoint, access } = route;
  const found: string[] = [];
  if (kind === 'broken') found.push(`took what breaks a rule (${broke})`);
  if (who === 'nobody' && access !== 'anyone') found.push('let nobody in');
  if (who === 'seller' && access === 'admin') found.push('let a seller in');
  if (kind === 'wild' && endpoint.body && !fits(endpoint.body, body)) {
    found.push('took a body that the contract does not know');
  }
  if (answer.status !== statusOf(endpoint)) {
    found.push(`answered ${answer.status}, which the contract does not name`);
  } else if (statusOf(endpoint) === 204) {
    if (answer.text !== '') found.push('answered 204 with a body');
  } else {
    found.push(...misfit(answer, 'application/json', closedSchema(endpoint.answer)));
  }
  return found;
}

function ofRefusal(request: FuzzRequest, answer: FuzzAnswer): string[] {
  const found = misfit(answer, 'application/problem+json', PROBLEM);
  if (INSIDES.test(answer.text)) found.push('tells about our insides');
  const code = codeOf(answer);
  if (!Object.hasOwn(refusals, code)) return [...found, `answered the unknown code ${code}`];
  if (refusals[code as RefusalCode].status !== answer.status) {
    found.push(`answered ${answer.status} with the code ${code}`);
  }
  const may = permitted(request);
  if (!may.includes(code as RefusalCode)) {
    const broke = request.broke === undefined ? '' : ` (${request.broke})`;
    found.push(`a ${request.kind} request${broke} was refused as ${code}`);
  }
  return found;
}

/** The refusals that this request may get. Before anything of it is read comes who makes it. */
function permitted({ route, kind, who, broke }: FuzzRequest): readonly RefusalCode[] {
  const { access, endpoint } = route;
  const mayNot: RefusalCode[] = [];
  if (kind === 'wild') {
    const guards: RefusalCode[] = ['not_signed_in', 'not_allowed', 'cross_site'];
    return [...OF_WILD, ...guards, ...(endpoint.refusals ?? [])];
  }
  if (who === 'nobody' && access !== 'anyone') mayNot.push('not_signed_in');
  if (who === 'seller' && access === 'admin') mayNot.push('not_allowed');
  // Some addresses are none before anybody is asked who they are.
  const nowhere: RefusalCode[] = broke?.startsWith('params')
    ? ['not_found', 'invalid_request']
    : [];
  if (mayNot.length > 0) return [...mayNot, ...nowhere, 'headers_too_large'];
  return kind === 'valid' ? (endpoint.refusals ?? []) : [...NOT_UNDERSTOOD, ...nowhere];
}

function codeOf({ text }: Pick<FuzzAnswer, 'text'>): string {
  try {
    return String(JSON.parse(text).code);
  } catch {
    return 'that is no JSON';
  }
}

const PROBLEM = closed(schemaOf(Problem));

const closedSchemas = new Map<object, Schema>();

function closedSchema(ofContract: object): Schema {
  const known = closedSchemas.get(ofContract);
  if (known) return known;
  const schema = closed(schemaOf(ofContract));
  closedSchemas.set(ofContract, schema);
  return schema;
}

/** Whether what was sent is JSON that keeps all the rules, a byte order mark before it or not. */
function fits(ofContract: object, body: FuzzRequest['body']): boolean {
  try {
    const text = Buffer.from(body ?? '')
      .toString('utf8')
      .replace(/^\ufeff/, '');
    return troubleWith(closedSchema(ofContract), JSON.parse(text)) === undefined;
  } catch {
    return false;
  }
}

function misfit({ headers, text }: FuzzAnswer, type: string, schema: Schema): string[] {
  const found: string[] = [];
  if (!String(headers['content-type']).startsWith(type)) {
    found.push(`calls its answer ${headers['content-type']}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [...found, 'answered what is no JSON'];
  }
  const trouble = troubleWith(schema, value);
  return trouble === undefined
    ? found
    : [...found, `answered what the contract does not: ${trouble}`];
}
