import { useEffect, useState } from 'react';

/** The elements of a part of the page that fit a selector, in their order. */
export const allIn = <E extends HTMLElement = HTMLElement>(
  part: ParentNode | null | undefined,
  which: string,
): readonly E[] => [...(part?.querySelectorAll<E>(which) ?? [])];

export const firstIn = <E extends HTMLElement = HTMLElement>(
  part: ParentNode | null | undefined,
  which: string,
): E | undefined => allIn<E>(part, which)[0];

/** Moves the focus among them, so many steps from `from`. Returns where it is now; undefined beyond the ends. */
export function focusBeside<E extends HTMLElement = HTMLElement>(
  part: ParentNode | null | undefined,
  which: string,
  from: EventTarget | null,
  step: number,
): E | undefined {
  const all = allIn<E>(part, which);
  const at = all.indexOf(from as E) + step;
  const next = at < 0 ? undefined : all[at];
  next?.focus();
  return next;
}

/**
 * Moves the focus to the page's heading if its element has disappeared (a deleted row, a replaced
 * dialog), so that the keyboard does not start at the top of the document.
 */
export function headingIfFocusIsLost(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) firstIn(document, 'h1')?.focus();
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
