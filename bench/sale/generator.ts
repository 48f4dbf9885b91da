import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { HttpSetup } from './http-load.ts';
import type { Slice, SliceResult } from './load.ts';

/** A load generator (`*-load.ts`) in a process of its own. */
export class Generator {
  readonly #child: ChildProcess;

  constructor(program: URL, setup: object) {
    // The default serialization turns Buffers into objects.
    this.#child = fork(program, { serialization: 'advanced' });
    this.#child.send(setup);
  }

  async run(slice: Slice): Promise<SliceResult> {
    const ended = new AbortController();
    const finished = once(this.#child, 'message', { signal: ended.signal });
    const end = () => ended.abort(new Error('A load generator ended; its error is above'));
    this.#child.once('exit', end);
    try {
      this.#child.send(slice);
      const [result] = await finished;
      return result;
    } finally {
      this.#child.off('exit', end);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, 'exit');
    this.#child.disconnect();
    await closed;
  }
}

export function sellingGenerator(setup: HttpSetup): Generator {
  return new Generator(new URL('http-load.ts', import.meta.url), setup);
}
