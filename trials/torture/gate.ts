/** Where workers wait between two pieces of work while nobody shall work. Closed at first. */
export class Gate {
  readonly #workers: number;
  #state: 'open' | 'closed' | 'over' = 'closed';
  #waiting: (() => void)[] = [];
  #allWait: (() => void) | undefined;

  constructor(workers: number) {
    this.#workers = workers;
  }

  /** For a worker before each piece of work: false says that there is no more to do. */
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
    this.#set('open');
  }

  /** Resolves when all workers have finished what they had begun. */
  close(): Promise<void> {
    this.#set('closed');
    return new Promise((resolve) => {
      this.#allWait = resolve;
      if (this.#waiting.length === this.#workers) resolve();
    });
  }

  /** Workers that wait here go home. */
  end(): void {
    this.#set('over');
  }

  #set(state: 'open' | 'closed' | 'over'): void {
    this.#state = state;
    if (state === 'closed') return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
