import { type KeyboardEvent, useRef } from 'react';
import type { Model } from './models.ts';

/** Letters or digits that follow so soon are one name: G, GG. */
export const ONE_NAME_MS = 800;

const isNumber = (text: string) => /^\d+$/.test(text);
const OR = new Intl.ListFormat('pt-BR', { type: 'disjunction' });

/**
 * Returns what reads keys as the name of a size: its place, or why there is none yet. `of`: the model whose sizes they
 * are. `chosen`: there is a size, so that a key counts only as the rest of its name.
 */
export function useSizeKeys() {
  const typed = useRef({ text: '', at: 0, of: 0, isPart: false });
  return (event: KeyboardEvent, sizes: Model['sizes'], of = 0, chosen = false) => {
    const { key, timeStamp: at } = event;
    const last = typed.current;
    const isAlike = isNumber(last.text) === isNumber(key) && at - last.at < ONE_NAME_MS;
    const goesOn = last.of === of && (last.isPart || isAlike);
    const added = key.toUpperCase();
    const fits = (name: string) => sizes.flatMap(({ size }) => (size.startsWith(name) ? size : []));
    // The first digit again begins again.
    const isAgain = last.isPart && last.text === added && fits(added + added).length === 0;
    const text = (goesOn && !isAgain ? last.text : '') + added;
    const fitting = fits(text);
    // Of a size that is chosen, the next digit is the quantity, unless both may have been meant as one number.
    if (chosen && !(goesOn && (fitting.length > 0 || isNumber(text)))) return {};
    const name = fitting.length === 1 ? fitting[0] : fitting.find((size) => size === text);
    typed.current = { text, at, of, isPart: fitting.length > 0 && name === undefined };
    if (name !== undefined) return { place: sizes.findIndex(({ size }) => size === name) };
    return {
      why: fitting.length > 0 ? `Tamanho ${OR.format(fitting)}?` : `Não há tamanho ${text}.`,
    };
  };
}

/** Whether a key is a letter or a digit, and may name a size or a method. */
export const namesChoice = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  /^[\p{L}\p{N}]$/u.test(key) && !ctrlKey && !metaKey && !altKey;
