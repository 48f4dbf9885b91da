import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

/**
 * An unexpected console.error fails the test. A test that expects one replaces it:
 * vi.spyOn(console, 'error').mockImplementation(() => {}).
 */
const print = console.error;
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  console.error = (...args: unknown[]) => {
    unexpected.push(format(...args));
    print(...args);
  };
});

afterEach(() => {
  console.error = print;
  if (unexpected.length > 0) {
    throw new Error(`Unexpected console.error:\n${unexpected.join('\n')}`);
  }
});
