/** Answers as they come, and how long one had to be waited for. */
export class Answers {
  readonly #watchers = new Set<(now: number) => void>();

  heard(): void {
    const now = performance.now();
    for (const watcher of [...this.#watchers]) watcher(now);
  }

  /** Resolves after `count` more, with the longest time (ms) that one of them was waited for. */
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
