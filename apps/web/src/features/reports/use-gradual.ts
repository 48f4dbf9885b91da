import { useEffect, useState } from 'react';

/**
 * Counts up to `total`, one step per frame of the screen. What renders only so many parts of something
 * long never keeps the page busy for longer than a part takes.
 */
export function useGradual(total: number): number {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown >= total) return;
    // A timer after the frame, not the frame itself: a tab in the background has none.
    const timer = setTimeout(() => setShown(shown + 1));
    return () => clearTimeout(timer);
  }, [shown, total]);
  return Math.min(shown, total);
}
