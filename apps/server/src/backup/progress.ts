/** What is being done: `copy` from the shop; then, with the copy, `check`, `load` and `compare`. */
export type Step = 'copy' | 'check' | 'load' | 'compare';

/** Called often, with bytes done and, where it is known, of how many. */
export type OnProgress = (step: Step, done?: number, of?: number) => void;
