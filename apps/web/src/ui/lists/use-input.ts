import { useState } from 'react';

/** Input over a value of the address; a change of the address (back, a link) replaces it. */
export function useInput<Value>(inAddress: Value) {
  const [input, setInput] = useState(inAddress);
  const [before, setBefore] = useState(inAddress);
  if (JSON.stringify(before) !== JSON.stringify(inAddress)) {
    setBefore(inAddress);
    setInput(inAddress);
  }
  return [input, setInput] as const;
}
