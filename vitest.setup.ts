import { format } from 'node:util';
import { afterEach, beforeEach } from 'vitest';

/**
 * A console.error that no test asked for is a failure that nobody looked at. A test that expects one
 * says so by replacing it: vi.spyOn(console, 'error').mockImplementation(() => {}).
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
