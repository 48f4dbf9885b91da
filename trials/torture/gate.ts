/** Holds workers back between two pieces of work. Closed at first. */
export class Gate {
  readonly #workers: number;
  #state: 'open' | 'closed' | 'over' = 'closed';
  #waiting: (() => void)[] = [];
  #allWait: (() => void) | undefined;

  constructor(workers: number) {
    this.#workers = workers;
  }

  /** For a worker before each piece of work; false when there is no more work. */
  async enter(): Promise<boolean> {
    while (this.#state === 'closed') {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        if (this.#waiting.length === this.#workers) this.#allWait?.();
      });
    }
    return this.#state === 'open';
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  open(): void {
    this.#release('open');
  }

  /** Resolves when all workers have finished their piece of work. */
  close(): Promise<void> {
    this.#state = 'closed';
    return new Promise((resolve) => {
      this.#allWait = resolve;
      if (this.#waiting.length === this.#workers) resolve();
    });
  }

  /** Ends the work of all workers. */
  end(): void {
    this.#release('over');
  }

  #release(state: 'open' | 'over'): void {
    this.#state = state;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
