/** What is being done: `copy` from the shop, or with what has been copied `check`, `unpack`, `compare`. */
export type Step = 'copy' | 'check' | 'unpack' | 'compare';

/** Told often; bytes, and of how many as far as that is known. */
export type OnProgress = (step: Step, done?: number, of?: number) => void;
