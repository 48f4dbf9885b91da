import { useEffect, useEffectEvent, useMemo, useState } from 'react';

/** What was entered before the products had come. */
export function useEarlyCodes<T = string>() {
  const [codes, setCodes] = useState<readonly T[]>([]);
  return useMemo(() => {
    const wait = (code: T) => setCodes((before) => [...before, code]);
    return { codes, wait, drop: () => setCodes(([, ...rest]) => rest) };
  }, [codes]);
}

export type EarlyCodes<T = string> = ReturnType<typeof useEarlyCodes<T>>;

/** Enters them one a rendering while it is ready: each may change what the next one means. */
export function useEnterEarly<T>(early: EarlyCodes<T>, ready: boolean, enter: (code: T) => void) {
  const enterFirst = useEffectEvent((code: T) => {
    enter(code);
    early.drop();
  });
  useEffect(() => {
    const [code] = early.codes;
    if (code !== undefined && ready) enterFirst(code);
  }, [early.codes, ready]);
}
