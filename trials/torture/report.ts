import type { AuditFindings } from '@balcao/server/src/features/audit/verify-audit.ts';
import type { Finding } from './check-books.ts';
import type { FaultName } from './faults.ts';
import type { Fate } from './faulty-proxy.ts';
import { Ledger, type Records } from './ledger.ts';

export class Report {
  readonly seed: number;
  readonly #server: string;
  readonly #started = performance.now();
  readonly ledger = new Ledger();
  /** In words; empty when nothing is wrong. */
  readonly troubles: string[] = [];
  network: Readonly<Record<Fate, number>> | undefined;
  audit: AuditFindings | undefined;
  /** From the newest check. */
  finding: Finding | undefined;
  readonly #recoveries = new Map<FaultName, number[]>();
  #checks = 0;

  constructor(seed: number, databaseUrl: string | undefined) {
    this.seed = seed;
    this.#server = databaseUrl ? 'the PostgreSQL of DATABASE_URL' : 'the embedded PostgreSQL';
  }

  recovered(name: FaultName, ms: number): void {
    this.#recoveries.set(name, [...(this.#recoveries.get(name) ?? []), ms]);
  }

  checked(finding: Finding): void {
    this.finding = finding;
    this.#checks++;
  }

  get faults(): number {
    return [...this.#recoveries.values()].flat().length;
  }

  progress(): string {
    return `${this.faults} faults in ${this.#seconds} s: ${this.#sales()}`;
  }

  text(): string {
    const { network, audit, finding, ledger } = this;
    const deleted = [...ledger.deletions.values()].filter((state) => state === 'acknowledged');
    const lines = {
      sales: this.#sales(),
      closings: `${ledger.closings.length} acknowledged, ${finding?.lostClosings.length ?? 0} lost`,
      corrections: `${made(ledger.corrections)} acknowledged`,
      movements: `${made(ledger.movements)} acknowledged`,
      stock: `${made(ledger.stock)} movements and ${made(ledger.readings)} readings of ${made(ledger.counts)} counts acknowledged`,
      records: `${finding?.lostRecords.length ?? 0} lost, ${finding?.unaskedRecords.length ?? 0} unasked`,
      'kept sales': `${ledger.papers.size} printed, ${ledger.listed.size} listed alone, ${finding?.lostPapers.length ?? 0} lost`,
      deletions: `${deleted.length} acknowledged, ${finding?.undeleted.length ?? 0} undone`,
      invariants: `checked ${this.#checks} times, ${finding?.violations.length ?? 0} violations`,
      'audit chain': audit && `${audit.sealed} rows sealed, ${audit.troubles.length} troubles`,
      network: JSON.stringify(network),
    };
    const known = Object.entries(lines).filter(([, line]) => line !== undefined);
    return [
      `${this.faults} faults on ${this.#server} in ${this.#seconds} s, seed ${this.seed}`,
      ...known.map(([what, line]) => `  ${what}: ${line}`),
      '  longest time without a reply (ms) after',
      ...[...this.#recoveries].map(([name, times]) => `    ${name}: ${spread(times)}`),
      ...this.troubles.map((trouble) => `WRONG: ${trouble}`),
    ].join('\n');
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

const made = ({ entries }: Records) => [...entries.values()].filter(Boolean).length;

function spread(times: readonly number[]): string {
  const sorted = times.map(Math.round).sort((a, b) => a - b);
  return `${times.length} times, median ${sorted[sorted.length >> 1]}, worst ${sorted.at(-1)}`;
}
