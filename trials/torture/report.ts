import type { AuditFindings } from '@balcao/server/src/features/audit/verify-audit.ts';
import { invariants } from '@balcao/server/src/testing/invariants.ts';
import type { Finding } from './check-books.ts';
import type { FaultName } from './faults.ts';
import type { Fate } from './faulty-proxy.ts';
import { Ledger } from './ledger.ts';

export class Report {
  readonly seed: number;
  readonly #server: string;
  readonly #started = performance.now();
  readonly ledger = new Ledger();
  /** In words; empty when nothing is wrong. */
  readonly troubles: string[] = [];
  leftOut: readonly FaultName[] = [];
  network: Readonly<Record<Fate, number>> | undefined;
  audit: AuditFindings | undefined;
  /** From the newest check. */
  finding: Finding | undefined;
  readonly #recoveries = new Map<FaultName, number[]>();
  readonly #checks: number[] = [];

  constructor(seed: number, databaseUrl: string | undefined) {
    this.seed = seed;
    this.#server = databaseUrl ? 'the PostgreSQL of DATABASE_URL' : 'the embedded PostgreSQL';
  }

  recovered(name: FaultName, ms: number): void {
    this.#recoveries.set(name, [...(this.#recoveries.get(name) ?? []), ms]);
  }

  checked(finding: Finding, ms: number): void {
    this.finding = finding;
    this.#checks.push(ms);
  }

  get faults(): number {
    return [...this.#recoveries.values()].flat().length;
  }

  progress(): string {
    return `${this.faults} faults in ${this.#seconds} s: ${this.#sales()}`;
  }

  text(): string {
    const { network, audit, finding, ledger } = this;
    const deletions = [...ledger.deletions.values()].filter((state) => state === 'acknowledged');
    return [
      `${this.faults} faults on ${this.#server} in ${this.#seconds} s, seed ${this.seed}`,
      `  sales: ${this.#sales()}`,
      `  closings: ${ledger.closings.length} acknowledged, ${finding?.lostClosings.length ?? 0} lost; deletions: ${deletions.length} acknowledged, ${finding?.undeleted.length ?? 0} undone`,
      `  invariants: ${Object.keys(invariants).length}, checked ${this.#checks.length} times, ${finding?.violations.length ?? 0} violations; a check took ${spread(this.#checks)}`,
      audit &&
        `  audit chain: ${audit.sealed} rows sealed, ${audit.unsealed} not yet, ${audit.troubles.length} troubles`,
      network &&
        `  network: ${Object.entries(network)
          .map(([fate, times]) => `${times} ${fate}`)
          .join(', ')}`,
      '  longest time without a reply after',
      ...[...this.#recoveries].map(
        ([name, times]) => `    ${name}: ${times.length} times, ${spread(times)}`,
      ),
      this.leftOut.length > 0 && `  left out on ${this.#server}: ${this.leftOut.join(', ')}`,
      ...this.troubles.map((trouble) => `WRONG: ${trouble}`),
    ]
      .filter((line) => typeof line === 'string')
      .join('\n');
  }

  #sales(): string {
    const { finding } = this;
    if (!finding) return 'never checked';
    return `${finding.acknowledged} acknowledged, ${finding.stored} stored, ${finding.lost.length} lost, ${finding.doubled.length} doubled`;
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
