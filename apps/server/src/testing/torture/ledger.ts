import type { Db, Tx } from '../../database/connection.ts';

/** What an answer 201 said of a sale. */
export type Acknowledged = { id: number; totalCents: number };

/**
 * The client's own list: every key that was ever sent, and what was answered. Books that balance say
 * nothing about a sale that is missing whole; this list does.
 */
export class Ledger {
  readonly #entries = new Map<string, Acknowledged | null>();
  readonly #watchers = new Set<(now: number) => void>();

  /** Before the first send: from now on a sale with this key may exist. */
  willSend(key: string): void {
    this.#entries.set(key, null);
  }

  /** Throws when the key has been answered with something else before. */
  acknowledge(key: string, answer: Acknowledged): void {
    const first = this.#entries.get(key);
    if (first && (first.id !== answer.id || first.totalCents !== answer.totalCents)) {
      throw new Error(`Key ${key} was answered with sale ${first.id} and with sale ${answer.id}`);
    }
    this.#entries.set(key, answer);
    const now = performance.now();
    for (const watcher of [...this.#watchers]) watcher(now);
  }

  /** Resolves after `count` more answers, with the longest time (ms) that one of them was waited for. */
  answers(count: number): Promise<number> {
    let last = performance.now();
    let longest = 0;
    let left = count;
    return new Promise((resolve) => {
      const watcher = (now: number) => {
        longest = Math.max(longest, now - last);
        last = now;
        if (--left > 0) return;
        this.#watchers.delete(watcher);
        resolve(longest);
      };
      this.#watchers.add(watcher);
    });
  }

  get entries(): ReadonlyMap<string, Acknowledged | null> {
    return this.#entries;
  }
}

export type Comparison = {
  acknowledged: number;
  stored: number;
  /** Keys whose acknowledged sale is not there, or is another one. */
  lost: string[];
  /** Ids of sales that nobody has asked for, or that two keys were answered with. */
  doubled: number[];
};

/** Holds the books against the client's list. */
export async function compare(
  { entries }: Pick<Ledger, 'entries'>,
  db: Db | Tx,
): Promise<Comparison> {
  const rows = await db
    .selectFrom('sales')
    .select(['id', 'idempotency_key', 'total_general_cents'])
    .where('deleted_at', 'is', null)
    .execute();
  const stored = new Map(rows.map((row) => [row.idempotency_key, row]));
  const acknowledged = [...entries].flatMap(([key, answer]) =>
    answer ? [{ key, ...answer }] : [],
  );
  const lost = acknowledged.filter(({ key, id, totalCents }) => {
    const row = stored.get(key);
    return row?.id !== id || row.total_general_cents !== totalCents;
  });
  const ids = acknowledged.map(({ id }) => id);
  return {
    acknowledged: acknowledged.length,
    stored: rows.length,
    lost: lost.map(({ key }) => key),
    doubled: [
      ...rows.filter((row) => !entries.has(row.idempotency_key)).map(({ id }) => id),
      ...ids.filter((id, index) => ids.indexOf(id) !== index),
    ],
  };
}
