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

  /** Before the first send: from now on the sale may be deleted. */
  willDelete(id: number): void {
    if (!this.deletions.has(id)) this.deletions.set(id, 'requested');
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
