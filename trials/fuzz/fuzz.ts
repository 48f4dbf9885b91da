import { endpoints } from '@balcao/contract/endpoints.ts';
import { type RouteName, routes } from '@balcao/contract/routes.ts';
import type { TestShop } from '@balcao/server/src/testing/app.ts';
import { violations } from '@balcao/server/src/testing/invariants.ts';
import fc from 'fast-check';
import { openFuzzShop } from './fuzz-shop.ts';
import { complaints, type FuzzResponse } from './judge.ts';
import { type FuzzedRoute, type FuzzRequest, requestsOf } from './requests.ts';
import { openSender } from './send.ts';
import { watchWrites } from './write-watch.ts';

/** Every call of the contract. */
export const contractRoutes: readonly FuzzedRoute[] = Object.entries(routes).map(
  ([name, route]) => ({ name, ...route, endpoint: endpoints[name as RouteName] }),
);

/** A kind of trouble, how often it was seen, and the first request that showed it. */
export type Finding = { route: string; trouble: string; times: number; example: string };

export type FuzzReport = {
  requests: number;
  /** How often each kind of request got each status: 'login valid' → { 200: 3, 401: 1 }. */
  statuses: Record<string, Record<string, number>>;
  findings: Finding[];
};

/** Each of these takes some 40 ms for argon2; the others get more requests. */
const COSTLY = new Set(['login', 'changePassword', 'createUser', 'resetPassword']);
const BATCH = 100;

export type Fuzzing = {
  fuzzed: readonly FuzzedRoute[];
  seed: number;
  requests: number;
  /** Ends the run as soon as it is true. */
  until?: (report: FuzzReport) => boolean;
};

export type Fuzzer = Disposable & { fuzz(fuzzing: Fuzzing): Promise<FuzzReport> };

/**
 * Sends requests to a shop without other users, one after the other, so that every write belongs to the last
 * request. A seed makes the same requests again, as far as the shop responds the same.
 */
export async function openFuzzer(shop: Pick<TestShop, 'owner' | 'origin'>): Promise<Fuzzer> {
  const inside = await openFuzzShop(shop);
  const watch = await watchWrites(shop.owner.db);
  const sender = openSender(shop.origin);
  let sent = 0;

  async function fuzz({ fuzzed, seed, requests, until }: Fuzzing): Promise<FuzzReport> {
    const report: FuzzReport = { requests: 0, statuses: {}, findings: [] };
    const anyOf = fc.oneof(
      ...fuzzed.map((route) => ({
        weight: COSTLY.has(route.name) ? 1 : 4,
        arbitrary: requestsOf(route, inside.plausible),
      })),
    );
    const enough = () => report.requests >= requests || until?.(report) === true;
    for (let batch = 0; !enough(); batch++) {
      await inside.restock();
      await watch.taken();
      const numRuns = Math.min(BATCH, requests - report.requests);
      for (const request of fc.sample(anyOf, { seed: seed + batch, numRuns })) {
        await send(request, report);
        if (enough()) break;
      }
    }
    for (const violation of await violations(shop.owner.db)) {
      report.findings.push({ route: 'books', trouble: violation, times: 1, example: '' });
    }
    return report;
  }

  async function send(request: FuzzRequest, report: FuzzReport): Promise<void> {
    const { route, kind, who } = request;
    const own = inside.headersOf(who, route.name, addressOf(++sent));
    const headers = { ...own, ...request.headers };
    report.requests++;
    let response: FuzzResponse;
    try {
      response = await sender.send(request, headers);
    } catch (error) {
      addFinding(report.findings, request, `got no response: ${error}`);
      return;
    }
    count(report.statuses, `${route.name} ${kind}`, response.status);
    const written = await watch.taken();
    const wasReplaced = await replaceSignedOut(request, response);
    for (const trouble of complaints(request, response, written)) {
      // An earlier request has ended the session.
      if (wasReplaced && trouble.endsWith('refused as not_signed_in')) continue;
      addFinding(report.findings, request, trouble, response);
    }
  }

  async function replaceSignedOut(
    { who, route }: FuzzRequest,
    { status }: FuzzResponse,
  ): Promise<boolean> {
    if (who === 'nobody') return false;
    const ended = ['logout', 'refreshSession', 'changePassword'].includes(route.name);
    if (status !== 401 && !ended) return false;
    // After a success the password or the cookie is another one.
    const replaced = await inside.replace(who, { evenIfSignedIn: ended && status < 400 });
    await watch.taken();
    return replaced;
  }

  return { fuzz, [Symbol.dispose]: () => sender[Symbol.dispose]() };
}

/** Each request has an address of its own: otherwise a failed sign-in would delay the next ones. */
const addressOf = (number: number) =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

export function count(
  statuses: FuzzReport['statuses'],
  what: string,
  status: number | string,
  times = 1,
): void {
  const counts = statuses[what] ?? {};
  counts[status] = (counts[status] ?? 0) + times;
  statuses[what] = counts;
}

function addFinding(
  findings: Finding[],
  request: FuzzRequest,
  trouble: string,
  response?: FuzzResponse,
): void {
  const { name } = request.route;
  const known = findings.find((each) => each.route === name && each.trouble === trouble);
  if (known) {
    known.times++;
    return;
  }
  const body =
    typeof request.body === 'string' ? request.body : [...(request.body ?? [])].join(' ');
  const sent = [
    `${request.kind} by ${request.who}: ${request.route.method} ${request.path.slice(0, 300)}`,
    JSON.stringify(request.headers).slice(0, 500),
    body.slice(0, 1_000),
  ].join('\n');
  const received = response ? `\n→ ${response.status} ${response.text.slice(0, 500)}` : '';
  findings.push({ route: name, trouble, times: 1, example: sent + received });
}
