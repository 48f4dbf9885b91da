import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Keeps codes that come before they can be entered, and enters them one by one, since any of them may ask
 * whether it is wanted twice. Returns what keeps a code.
 */
export function useEarlyCodes(ready: boolean, enter: (code: string) => void) {
  const [early, setEarly] = useState<readonly string[]>([]);
  const enterEarly = useEffectEvent(enter);
  useEffect(() => {
    const [code, ...rest] = early;
    if (code === undefined || !ready) return;
    enterEarly(code);
    setEarly(rest);
  }, [early, ready]);
  return (code: string) => setEarly((before) => [...before, code]);
}
