import { endpoints } from '@balcao/contract/api/endpoints.ts';
import type { Access } from '@balcao/contract/api/route.ts';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import type { TestShop } from '@balcao/server/src/testing/app.ts';
import { violations } from '@balcao/server/src/testing/invariants.ts';
import fc from 'fast-check';
import { send } from '../torture/call.ts';
import { randomNumbers } from '../torture/random.ts';
import { openFuzzShop } from './fuzz-shop.ts';
import { complaints, type FuzzResponse } from './judge.ts';
import { type FuzzedRoute, type FuzzRequest, requestsOf, type Who } from './requests.ts';
import { watchWrites } from './write-watch.ts';

/** Every call of the contract. */
export const contractRoutes: readonly FuzzedRoute[] = Object.entries(routes).map(
  ([name, route]) => ({ name, ...route, endpoint: endpoints[name as RouteName] }),
);

/** A kind of trouble, and the first request that showed it. */
type Finding = { route: string; trouble: string; example: string };

export type FuzzReport = {
  /** How often each kind of request got each status: { 'login valid 200': 3 }. */
  statuses: Record<string, number>;
  findings: Finding[];
};

const WHO: Record<Access, readonly Who[]> = {
  admin: [...Array<Who>(8).fill('admin'), 'seller', 'nobody'],
  'signed-in': [...Array<Who>(4).fill('admin'), ...Array<Who>(5).fill('seller'), 'nobody'],
  anyone: ['admin', 'admin', 'admin', 'seller', 'seller', 'seller', 'nobody', 'nobody'],
};
/** Each of these takes some 40 ms for argon2; the others get more requests. */
const COSTLY = [
  'login',
  'refreshSession',
  'unlock',
  'changePassword',
  'createUser',
  'resetPassword',
  'beginSecondFactor',
  'endSecondFactor',
];
const ENDS_SESSION = ['logout', 'changePassword'];
/** After so many requests the waits for sign-ins are deleted. */
const BATCH = 100;

type Fuzzing = {
  fuzzed: readonly FuzzedRoute[];
  seed: number;
  requests: number;
  /** To be continued; by default a new one. */
  report?: FuzzReport;
  /** Ends the run as soon as it is true. */
  until?: (report: FuzzReport) => boolean;
};

/**
 * Sends requests to a shop without other users, one after the other, so that every write belongs to the last
 * request. A seed makes the same requests again, as far as the shop responds the same.
 */
export async function openFuzzer(shop: TestShop) {
  const inside = await openFuzzShop(shop);
  const watch = await watchWrites(shop.owner.db);
  let sent = 0;

  async function tryOne(request: FuzzRequest, { statuses, findings }: FuzzReport): Promise<void> {
    const { route, kind, who, path, body } = request;
    await watch.taken();
    const headers = { ...inside.headersOf(who, addressOf(++sent)), ...request.headers };
    let response: FuzzResponse;
    try {
      response = await send(shop.origin, { method: route.method, path, headers, body });
    } catch (error) {
      addFinding(findings, request, `got no response: ${error}`);
      return;
    }
    const { status } = response;
    const counted = `${route.name} ${kind} ${status}`;
    statuses[counted] = (statuses[counted] ?? 0) + 1;
    const written = await watch.taken();
    // A refused one may have lost its rows to another request.
    if (status < 400 || kind === 'valid') inside.forget(route.name, who);
    if (status < 400 && route.name === 'editSettings') await inside.requireNoSecondFactor();
    const ended = status < 400 && ENDS_SESSION.includes(route.name);
    const wasReplaced =
      who !== 'nobody' &&
      (ended || status === 401) &&
      (await inside.replace(who, { evenIfSignedIn: ended }));
    for (const trouble of complaints(request, response, written)) {
      // An earlier request has ended the session.
      if (wasReplaced && trouble.endsWith('refused as not_signed_in')) continue;
      addFinding(findings, request, trouble, response);
    }
  }

  return async (fuzzing: Fuzzing): Promise<FuzzReport> => {
    const { fuzzed, seed, requests, until, report = { statuses: {}, findings: [] } } = fuzzing;
    const random = randomNumbers(seed);
    const oneOf = <T>(choices: readonly T[]) => choices[random.below(choices.length)] as T;
    const often = fuzzed.flatMap((route) =>
      Array<FuzzedRoute>(COSTLY.includes(route.name) ? 1 : 4).fill(route),
    );
    for (let number = 0; number < requests && !until?.(report); number++) {
      if (number % BATCH === 0) await inside.allowSignIns();
      const route = oneOf(often);
      const who = oneOf(WHO[route.access]);
      const arbitrary = requestsOf(route, who, await inside.knownParts(route.name, who, random));
      const [request] = fc.sample(arbitrary, { seed: seed + number, numRuns: 1 });
      if (request) await tryOne(request, report);
    }
    for (const violation of await violations(shop.owner.db)) {
      report.findings.push({ route: 'books', trouble: violation, example: '' });
    }
    return report;
  };
}

/** Each request has an address of its own: otherwise a failed sign-in would delay the next ones. */
const addressOf = (number: number) =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

function addFinding(
  findings: Finding[],
  request: FuzzRequest,
  trouble: string,
  response?: FuzzResponse,
): void {
  const { name } = request.route;
  if (findings.some((each) => each.route === name && each.trouble === trouble)) return;
  const body =
    typeof request.body === 'string' ? request.body : [...(request.body ?? [])].join(' ');
  const sent = [
    `${request.kind} by ${request.who}: ${request.route.method} ${request.path.slice(0, 300)}`,
    JSON.stringify(request.headers).slice(0, 500),
    body.slice(0, 1_000),
  ].join('\n');
  const received = response ? `\n→ ${response.status} ${response.text.slice(0, 500)}` : '';
  findings.push({ route: name, trouble, example: sent + received });
}
