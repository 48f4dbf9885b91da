const received = new WeakMap<object, unknown>();

/** Remembers the response that a read answer was made of. */
export function readFrom<T extends object>(answer: T, response: unknown): T {
  received.set(answer, response);
  return answer;
}

/** The whole response of the server, where it is known: papers store it, with fields that no screen knows. */
export function asReceived(answer: unknown): unknown {
  const known = typeof answer === 'object' && answer !== null && received.has(answer);
  return known ? received.get(answer) : answer;
}
