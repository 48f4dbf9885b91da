import { useEffect, useState } from 'react';

/**
 * Moves the focus to the page's heading if its element has disappeared (a deleted row, a replaced
 * dialog), so that the keyboard does not start at the top of the document.
 */
export function headingIfFocusIsLost(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  });
}

/** As the `ref` of an element that takes the focus as soon as it is there. */
export const takeFocus = (element: HTMLElement | null): void =>
  element?.focus({ preventScroll: true });

/** Returns the focus from a dialog that is mounted when it opens: Mantine then returns none. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
      headingIfFocusIsLost();
    },
    [before],
  );
}
