import { endpoints } from '@balcao/contract/endpoints.ts';
import { type RouteName, routes } from '@balcao/contract/routes.ts';
import type { TestShop } from '@balcao/server/src/testing/app.ts';
import { violations } from '@balcao/server/src/testing/invariants.ts';
import fc from 'fast-check';
import { furnish } from './fuzz-shop.ts';
import { complaints, type FuzzAnswer } from './judge.ts';
import { type FuzzedRoute, type FuzzRequest, requestsOf } from './requests.ts';
import { openSender } from './send.ts';
import { watchWrites } from './write-watch.ts';

/** Every call of the contract. */
export const contractRoutes: readonly FuzzedRoute[] = Object.entries(routes).map(
  ([name, route]) => ({ name, ...route, endpoint: endpoints[name as RouteName] }),
);

/** A kind of trouble, how often it was seen, and the first request that it was seen with. */
export type Finding = { route: string; trouble: string; times: number; example: string };

export type FuzzReport = {
  requests: number;
  /** How often each route answered what to each kind of request: 'login valid' → { 200: 3, 401: 1 }. */
  answers: Record<string, Record<string, number>>;
  findings: Finding[];
};

/** These cost a computation of argon2, some 40 ms; the others are asked more often. */
const COSTLY = new Set(['login', 'changePassword', 'createUser', 'resetPassword']);
const BATCH = 100;

export type Fuzzing = {
  fuzzed: readonly FuzzedRoute[];
  seed: number;
  requests: number;
  /** Ends the run as soon as it is true. */
  until?: (report: FuzzReport) => boolean;
};

export type Fuzzer = { fuzz(fuzzing: Fuzzing): Promise<FuzzReport>; close(): void };

/**
 * Sends requests to a shop that nobody else uses, one after the other, so that what is written in between
 * is known to be of the one. The same seed makes the same requests, as far as the shop answers the same.
 */
export async function openFuzzer(shop: Pick<TestShop, 'owner' | 'origin'>): Promise<Fuzzer> {
  const inside = await furnish(shop);
  const watch = await watchWrites(shop.owner.db);
  const sender = openSender(shop.origin);
  let sent = 0;

  async function fuzz({ fuzzed, seed, requests, until }: Fuzzing): Promise<FuzzReport> {
    const report: FuzzReport = { requests: 0, answers: {}, findings: [] };
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
        await ask(request, report);
        if (enough()) break;
      }
    }
    for (const violation of await violations(shop.owner.db)) {
      report.findings.push({ route: 'books', trouble: violation, times: 1, example: '' });
    }
    return report;
  }

  async function ask(request: FuzzRequest, report: FuzzReport): Promise<void> {
    const { route, kind, who } = request;
    // What a wild request says of itself stands.
    const carried = inside.carried(who, route.name, addressOf(++sent));
    const headers = { ...carried, ...request.headers };
    report.requests++;
    let answer: FuzzAnswer;
    try {
      answer = await sender.send(request, headers);
    } catch (error) {
      addFinding(report.findings, request, `got no answer: ${error}`);
      return;
    }
    count(report.answers, `${route.name} ${kind}`, answer.status);
    const written = await watch.taken();
    const out = await replaceWhoIsOut(request, answer);
    for (const trouble of complaints(request, answer, written)) {
      // Whoever was shown out by an earlier request is nobody now.
      if (out && trouble.endsWith('refused as not_signed_in')) continue;
      addFinding(report.findings, request, trouble, answer);
    }
  }

  async function replaceWhoIsOut(
    { who, route }: FuzzRequest,
    { status }: FuzzAnswer,
  ): Promise<boolean> {
    if (who === 'nobody') return false;
    const ended = ['logout', 'refreshSession', 'changePassword'].includes(route.name);
    if (status !== 401 && !ended) return false;
    // Their password is another now, their cookie has been used: the next one has everything anew.
    const out = ended && status < 400 ? await inside.replace(who) : await inside.replaceIfOut(who);
    await watch.taken();
    return out;
  }

  return { fuzz, close: () => sender.close() };
}

/** Each request comes from an address of its own, or one failed sign-in would make the others wait. */
const addressOf = (number: number) =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

export function count(
  answers: FuzzReport['answers'],
  what: string,
  status: number | string,
  times = 1,
): void {
  const counts = answers[what] ?? {};
  counts[status] = (counts[status] ?? 0) + times;
  answers[what] = counts;
}

function addFinding(
  findings: Finding[],
  request: FuzzRequest,
  trouble: string,
  answer?: FuzzAnswer,
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
  const answered = answer ? `\n→ ${answer.status} ${answer.text.slice(0, 500)}` : '';
  findings.push({ route: name, trouble, times: 1, example: sent + answered });
}
