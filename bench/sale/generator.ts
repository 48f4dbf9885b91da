import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Slice, SliceResult } from './load.ts';

/** A load generator (`*-load.ts`) in a process of its own. */
export class Generator {
  readonly #child: ChildProcess;

  constructor(program: URL, setup: object) {
    // Buffers among the values have to arrive as such.
    this.#child = fork(program, { serialization: 'advanced' });
    this.#child.send(setup);
  }

  async run(slice: Slice): Promise<SliceResult> {
    const ended = new AbortController();
    const answered = once(this.#child, 'message', { signal: ended.signal });
    const end = () => ended.abort(new Error('A load generator ended; what it said is above'));
    this.#child.once('exit', end);
    try {
      this.#child.send(slice);
      const [result] = await answered;
      return result;
    } finally {
      this.#child.off('exit', end);
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, 'exit');
    this.#child.disconnect();
    await closed;
  }
}
