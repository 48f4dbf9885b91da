import { statusOf } from '@balcao/contract/endpoint-types.ts';
import { Problem } from '@balcao/contract/problem.ts';
import { type RefusalCode, refusals } from '@balcao/contract/refusal.ts';
import type { FuzzRequest } from './requests.ts';
import { closedSchema, fits, jsonOf, type Schema, troubleWith } from './schema.ts';

export type FuzzResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};

/**
 * The tables that a refusal may write. Every other refusal changes no row.
 * - a failed sign-in is counted and audited; an attempt during the wait is counted
 * - the right old password deletes the failures, even when the new password is refused
 * - a tried code is counted before it is looked at
 * - a reused refresh token ends its session
 * - a wrong CPF counts as somebody met; the limit of people met is audited once
 * - who is in a sale is met before the sale is written, which its seller's box may refuse
 * - whose order is parked is met before the order is looked at
 */
const WRITES_OF_REFUSALS: Partial<Record<RefusalCode, Record<string, readonly string[]>>> = {
  wrong_credentials: {
    login: ['audit_events', 'sign_in_failures'],
    approve: ['audit_events', 'sign_in_failures'],
  },
  drawer_short: { moveCash: ['audit_events', 'cash_boxes'] },
  not_administrator: { approve: ['audit_events', 'sign_in_failures'] },
  wrong_password: {
    unlock: ['audit_events', 'sign_in_failures'],
    changePassword: ['audit_events', 'sign_in_failures'],
    beginSecondFactor: ['audit_events', 'sign_in_failures'],
    endSecondFactor: ['audit_events', 'sign_in_failures'],
  },
  wrong_code: {
    confirmSecondFactor: ['sign_in_failures'],
    endSecondFactor: ['audit_events', 'sign_in_failures'],
  },
  second_factor_not_begun: { confirmSecondFactor: ['sign_in_failures'] },
  too_many_attempts: {
    login: ['sign_in_failures'],
    approve: ['sign_in_failures'],
    unlock: ['sign_in_failures'],
    changePassword: ['sign_in_failures'],
    beginSecondFactor: ['sign_in_failures'],
    confirmSecondFactor: ['sign_in_failures'],
    endSecondFactor: ['sign_in_failures'],
  },
  passwords_differ: { changePassword: ['sign_in_failures'] },
  weak_password: { changePassword: ['sign_in_failures'] },
  // Whoever says a number has looked for its person.
  not_found: {
    openSale: ['met_people'],
    editClient: ['met_people'],
    editStudent: ['met_people'],
  },
  too_many_people: {
    createSale: ['audit_events'],
    createStudent: ['audit_events'],
    editClient: ['audit_events'],
    editStudent: ['audit_events'],
    findClients: ['audit_events'],
    findStudents: ['audit_events'],
    findClientsOfStudent: ['audit_events'],
    findStudentsOfClient: ['audit_events'],
    openSale: ['audit_events'],
  },
  box_not_open: { createSale: ['met_people'] },
  box_left_open: { createSale: ['met_people'] },
  unknown_product: { parkSale: ['met_people'] },
  amount_too_large: { parkSale: ['met_people'] },
  too_many_parked: { parkSale: ['met_people'] },
  parked_sale_taken: { parkSale: ['met_people'] },
  sale_recorded: { parkSale: ['met_people'] },
  not_signed_in: { refreshSession: ['audit_events', 'session_tokens', 'sessions'] },
};

/** Who is looked up is noted as known to the seller, or as met. */
const WRITES_OF_READING: Partial<Record<string, readonly string[]>> = {
  findClients: ['met_people'],
  findStudents: ['met_people'],
};

/** The refusals of a malformed request. */
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

/** Words that would reveal our implementation. */
const IMPLEMENTATION =
  /node_modules|\.[cm]?[jt]s:\d|HPE_|FST_ERR|SQLSTATE|\bSELECT\b|at \w+ \(|syntax error/;

/** The troubles with a response, each in a sentence. */
export function complaints(
  request: FuzzRequest,
  response: FuzzResponse,
  written: readonly string[],
): string[] {
  const { name, method } = request.route;
  const { status, headers } = response;
  const isRefusal = status >= 400;
  const code = String((jsonOf(response.text) as Partial<Problem> | undefined)?.code);
  const found = isRefusal ? ofRefusal(request, response, code) : ofSuccess(request, response);
  if (status >= 500) found.push(`status ${status}`);
  const ofSuccesses = method === 'GET' ? (WRITES_OF_READING[name] ?? []) : written;
  const ofRefusals = WRITES_OF_REFUSALS[code as RefusalCode]?.[name] ?? [];
  const may = isRefusal ? ofRefusals : ofSuccesses;
  const unexpected = written.filter((table) => !may.includes(table));
  if (unexpected.length > 0) {
    const what = isRefusal ? `a refusal (${code})` : 'a reading call';
    found.push(`${what} wrote to ${unexpected.join(', ')}`);
  }
  if (headers['cache-control'] !== 'no-store') found.push('may be cached');
  if (headers['x-content-type-options'] !== 'nosniff') found.push('has no nosniff');
  return found;
}

/** A wild address may be that of another call. */
function isOf({ path, route }: FuzzRequest): boolean {
  const segments = (address: string) => (address.split('?')[0] ?? '').split('/').filter(Boolean);
  return segments(path).length === segments(route.path).length;
}

function ofSuccess(request: FuzzRequest, response: FuzzResponse): string[] {
  const { route, kind, broke, who, body } = request;
  if (kind === 'wild' && !isOf(request)) return [];
  const { endpoint, access } = route;
  const found: string[] = [];
  if (kind === 'broken') found.push(`accepted a broken rule (${broke})`);
  if (who === 'nobody' && access !== 'anyone') found.push('let nobody in');
  if (who === 'seller' && access === 'admin') found.push('let a seller in');
  if (kind === 'wild' && endpoint.body && !fits(endpoint.body, String(Buffer.from(body ?? '')))) {
    found.push('accepted a body that does not match the contract');
  }
  if (response.status !== statusOf(endpoint)) {
    found.push(`status ${response.status}, which the contract does not name`);
  } else if (statusOf(endpoint) === 204) {
    if (response.text !== '') found.push('204 with a body');
  } else if (endpoint.files) {
    const type = String(response.headers['content-type']);
    if (!endpoint.files.some((file) => type.startsWith(file))) found.push(`has the type ${type}`);
  } else {
    found.push(...misfit(response, 'application/json', closedSchema(endpoint.answer)));
  }
  return found;
}

function ofRefusal(request: FuzzRequest, response: FuzzResponse, code: string): string[] {
  const found = misfit(response, 'application/problem+json', PROBLEM);
  if (IMPLEMENTATION.test(response.text)) found.push('reveals our implementation');
  if (!Object.hasOwn(refusals, code)) return [...found, `unknown code ${code}`];
  if (refusals[code as RefusalCode].status !== response.status) {
    found.push(`status ${response.status} with the code ${code}`);
  }
  const may = permitted(request);
  if (!may.includes(code as RefusalCode)) {
    const broke = request.broke === undefined ? '' : ` (${request.broke})`;
    found.push(`a ${request.kind} request${broke} was refused as ${code}`);
  }
  return found;
}

/** The refusals that this request may get. The access is checked before the request is read. */
function permitted({ route, kind, who, broke }: FuzzRequest): readonly RefusalCode[] {
  const { access, endpoint } = route;
  const mayNot: RefusalCode[] = [];
  if (kind === 'wild') {
    const guards: RefusalCode[] = ['not_signed_in', 'not_allowed', 'cross_site'];
    return [...OF_WILD, ...guards, ...(endpoint.refusals ?? [])];
  }
  if (who === 'nobody' && access !== 'anyone') mayNot.push('not_signed_in');
  if (who === 'seller' && access === 'admin') mayNot.push('not_allowed');
  // Some addresses match no route, which is decided before the access is checked.
  const nowhere: RefusalCode[] = broke?.startsWith('params')
    ? ['not_found', 'invalid_request']
    : [];
  if (mayNot.length > 0) return [...mayNot, ...nowhere, 'headers_too_large'];
  // What is too long may make its body too large: a list of rows, or any text where nobody is signed in.
  const mayBeLarge = access === 'anyone' || broke?.endsWith('maxItems') === true;
  const large: RefusalCode[] = mayBeLarge ? ['body_too_large'] : [];
  return kind === 'valid' ? (endpoint.refusals ?? []) : [...NOT_UNDERSTOOD, ...nowhere, ...large];
}

const PROBLEM = closedSchema(Problem);

function misfit({ headers, text }: FuzzResponse, type: string, schema: Schema): string[] {
  const found: string[] = [];
  if (!String(headers['content-type']).startsWith(type)) {
    found.push(`has the type ${headers['content-type']}`);
  }
  const value = jsonOf(text);
  if (value === undefined) return [...found, 'the body is no JSON'];
  const trouble = troubleWith(schema, value);
  if (trouble !== undefined) found.push(`the body does not match the contract: ${trouble}`);
  return found;
}
