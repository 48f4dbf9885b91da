import type { Closing } from '@balcao/contract/cash-boxes/closings.ts';

/** A sale as a 201 reported it. */
export type Acknowledged = { id: number; totalCents: number };

/** A closing as its response reported it. */
export type AcknowledgedClosing = {
  id: number;
  sellerId: number;
  version: number;
  totalCents: number;
  salesCount: number;
};

/**
 * The client's own list: every key that was ever sent, and its responses. A sale that is missing whole
 * leaves the books balanced; only this list shows it.
 */
export class Ledger {
  /** Responses by key. A key that got two different sales keeps both, to be compared. */
  readonly entries = new Map<string, Acknowledged[]>();
  /** Ids of the acknowledged sales, oldest first. */
  readonly sales: number[] = [];
  readonly deletions = new Map<number, 'requested' | 'acknowledged'>();
  readonly closings: AcknowledgedClosing[] = [];
  readonly corrections = new Records();
  readonly movements = new Records();
  /** Of stock; their cents are pieces. A reading has no id but its product. */
  readonly stock = new Records();
  readonly counts = new Records();
  readonly readings = new Records();
  /** Keys of the papers of kept sales, and of those that were answered as listed alone. */
  readonly papers = new Set<string>();
  readonly listed = new Set<string>();
  readonly replies = new Replies();

  /** Before the first send: from now on a sale with this key may exist. */
  willSend(key: string): void {
    this.entries.set(key, []);
  }

  acknowledge(key: string, sale: Acknowledged): void {
    const known = this.entries.get(key);
    if (!known) throw new Error(`The key ${key} was never sent`);
    if (!known.some(({ id, totalCents }) => id === sale.id && totalCents === sale.totalCents)) {
      known.push(sale);
      this.sales.push(sale.id);
    }
    this.replies.arrived();
  }

  /** After a refusal, which says that this key has no sale. */
  refused(key: string): void {
    this.entries.delete(key);
  }

  closed(closing: Closing): void {
    this.closings.push({
      id: closing.id,
      sellerId: closing.seller_id,
      version: closing.version,
      totalCents: Math.round(closing.total_final * 100),
      salesCount: closing.sales_count,
    });
  }

  /** Before the first send: from now on the sale may be deleted. */
  willDelete(id: number): void {
    if (!this.deletions.has(id)) this.deletions.set(id, 'requested');
  }
}

/** Records with a key of their own: what was sent, and what was acknowledged. */
export class Records {
  readonly entries = new Map<string, { id: number; cents: number } | undefined>();

  willSend(key: string): void {
    this.entries.set(key, undefined);
  }

  /** Throws when the key got another record before. */
  acknowledge(key: string, id: number, cents: number): void {
    const known = this.entries.get(key);
    if (known && known.id !== id) throw new Error(`The key ${key} got ${known.id} and ${id}`);
    this.entries.set(key, { id, cents });
  }

  /** After a refusal, which says that this key has no record. */
  refused(key: string): void {
    this.entries.delete(key);
  }
}

/** Counts replies as they arrive, and measures the waits between them. */
export class Replies {
  readonly #watchers = new Set<(now: number) => void>();

  arrived(): void {
    const now = performance.now();
    for (const watcher of [...this.#watchers]) watcher(now);
  }

  /** Resolves after `count` more replies with the longest wait (ms) for one of them. */
  next(count: number): Promise<number> {
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
}
