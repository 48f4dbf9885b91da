import { type KeyboardEvent, useRef } from 'react';

/** Letters or digits that follow so soon are one name: G, GG. */
export const ONE_NAME_MS = 800;

type Sizes = readonly { readonly size: string }[];

/**
 * Returns what reads keys as the name of a size, and gives its place; -1 for none. `of`: the model whose sizes they
 * are. `onlyOn`: the size is chosen, so that a key counts only as the rest of its name.
 */
export function useSizeKeys() {
  const typed = useRef({ text: '', at: 0, of: 0 });
  return (event: KeyboardEvent, sizes: Sizes, of = 0, onlyOn = false): number => {
    const last = typed.current;
    const goesOn = last.of === of && event.timeStamp - last.at < ONE_NAME_MS;
    if (onlyOn && !goesOn) return -1;
    const key = event.key.toUpperCase();
    const joined = goesOn ? last.text + key : key;
    const place = placeOf(sizes, onlyOn ? [joined] : [joined, key]);
    if (place >= 0 || !onlyOn) typed.current = { text: joined, at: event.timeStamp, of };
    return place;
  };
}

/** Whether a key is a letter or a digit, and may name a size or a method. */
export const namesChoice = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  /^[\p{L}\p{N}]$/u.test(key) && !ctrlKey && !metaKey && !altKey;

/** The size of one of these names, or else the first that begins so; -1 for none. */
function placeOf(sizes: Sizes, names: readonly string[]): number {
  const places = names.flatMap((name) => [
    sizes.findIndex(({ size }) => size === name),
    sizes.findIndex(({ size }) => size.startsWith(name)),
  ]);
  return places.find((place) => place >= 0) ?? -1;
}
