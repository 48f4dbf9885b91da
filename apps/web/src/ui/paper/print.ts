import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { timeNow } from '../../storage/server-clock.ts';

/** Prints the page as `change` makes it. */
export function printWith(change: () => void = () => {}): void {
  flushSync(change);
  window.print();
}

/** When the page went to the printer; undefined on the screen. */
export function usePrintedAt(): Date | undefined {
  const [printedAt, setPrintedAt] = useState<Date>();
  useEffect(() => {
    // The browser takes the page as it is when these handlers return.
    const begin = () => flushSync(() => setPrintedAt(timeNow()));
    const end = () => setPrintedAt(undefined);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printedAt;
}
