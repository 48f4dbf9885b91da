import type { AuditFindings } from '@balcao/server/src/features/audit/verify-audit.ts';
import { invariants } from '@balcao/server/src/testing/invariants.ts';
import type { Finding } from './check-books.ts';
import type { FaultName } from './faults.ts';
import type { Fate } from './faulty-proxy.ts';
import { Ledger } from './ledger.ts';

/** What a run did and found. */
export class Report {
  readonly seed: number;
  readonly #external: boolean;
  readonly #started = performance.now();
  readonly ledger = new Ledger();
  /** In words; empty: nothing is wrong. */
  readonly troubles: string[] = [];
  leftOut: readonly FaultName[] = [];
  network: Readonly<Record<Fate, number>> | undefined;
  audit: AuditFindings | undefined;
  /** Of the newest check. */
  finding: Finding | undefined;
  readonly #recoveries = new Map<FaultName, number[]>();
  readonly #checks: number[] = [];

  constructor(seed: number, external: boolean) {
    this.seed = seed;
    this.#external = external;
  }

  recovered(name: FaultName, ms: number): void {
    const times = this.#recoveries.get(name) ?? [];
    this.#recoveries.set(name, [...times, ms]);
  }

  checked(finding: Finding, ms: number): void {
    this.finding = finding;
    this.#checks.push(ms);
  }

  /** How often each fault was survived. */
  get survived(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#recoveries].map(([name, times]) => [name, times.length]));
  }

  get #faults(): number {
    return Object.values(this.survived).reduce((sum, times) => sum + times, 0);
  }

  progress(): string {
    return `${this.#faults} faults in ${this.#seconds} s: ${this.#counts()}`;
  }

  text(): string {
    const where = this.#external ? 'the PostgreSQL of DATABASE_URL' : 'the embedded PostgreSQL';
    const { network, audit } = this;
    return [
      `${this.#faults} faults on ${where} in ${this.#seconds} s, seed ${this.seed}`,
      `  sales: ${this.#counts()}`,
      `  ${this.#others()}`,
      `  invariants: ${Object.keys(invariants).length}, checked ${this.#checks.length} times, ${this.finding?.violations.length ?? 0} violations; a check took ${spread(this.#checks)}`,
      audit &&
        `  audit chain: ${audit.sealed} rows sealed, ${audit.unsealed} not yet, ${audit.troubles.length} troubles`,
      network &&
        `  network: ${Object.entries(network)
          .map(([fate, times]) => `${times} ${fate}`)
          .join(', ')}`,
      '  longest time without an answer after',
      ...[...this.#recoveries].map(
        ([name, times]) => `    ${name}: ${times.length} times, ${spread(times)}`,
      ),
      this.leftOut.length > 0 && `  left out on ${where}: ${this.leftOut.join(', ')}`,
      ...this.troubles.map((trouble) => `WRONG: ${trouble}`),
    ]
      .filter((line) => typeof line === 'string')
      .join('\n');
  }

  #counts(): string {
    const { finding } = this;
    if (!finding) return 'never checked';
    return `${finding.acknowledged} acknowledged, ${finding.stored} stored, ${finding.lost.length} lost, ${finding.doubled.length} doubled`;
  }

  #others(): string {
    const { closings, deletions } = this.ledger;
    const deleted = [...deletions.values()].filter((state) => state === 'acknowledged');
    return `closings: ${closings.length} acknowledged, ${this.finding?.lostClosings.length ?? 0} lost; deletions: ${deleted.length} acknowledged, ${this.finding?.undeleted.length ?? 0} undone`;
  }

  get #seconds(): number {
    return Math.round((performance.now() - this.#started) / 1000);
  }
}

function spread(times: readonly number[]): string {
  if (times.length === 0) return 'no time';
  const sorted = times.map(Math.round).sort((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)]} ms (median), ${sorted.at(-1)} ms (worst)`;
}
