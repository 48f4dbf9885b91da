import { useRef } from 'react';

/** Only a key that comes later than this after a letter stands by itself: who has been told of it presses it again. */
const PAUSE_MS = 1_000;
/** Nobody turns from one field to the next and types a letter there as soon as this. */
const NEXT_LETTER_MS = 400;

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'altKey' | 'metaKey'>;

const isWritten = ({ key, ctrlKey, altKey, metaKey }: Key, of: RegExp) =>
  key.length === 1 && of.test(key) && !ctrlKey && !altKey && !metaKey;
const isLetter = (key: Key) => isWritten(key, /\p{L}/u);

/**
 * For a field where a letter by itself chooses something, and some people type a word: tells of each key whether it
 * stands in a word. `chooses`: whether it is such a letter.
 */
export function useWords() {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return (key: Key, chooses: boolean): boolean => {
    const goesOn = isWritten(key, /\D/) && key.timeStamp - last.current < PAUSE_MS;
    const isWord = goesOn || (isLetter(key) && !chooses);
    if (isWord) last.current = key.timeStamp;
    return isWord;
  };
}

/**
 * Listens to what follows a letter that has chosen, which may be the first of a word. Calls `onWord` once if further
 * letters follow at the pace of one, and `means` says that they mean nothing else.
 */
export function hearWord(
  first: Pick<KeyboardEvent, 'timeStamp'>,
  means: (text: string) => boolean,
  onWord: () => void,
): void {
  let [last, text] = [first.timeStamp, ''];
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Shift') return;
    const goesOn = isLetter(event) && event.timeStamp - last < NEXT_LETTER_MS;
    text += event.key;
    last = event.timeStamp;
    const isWord = goesOn && !means(text);
    if (!goesOn || isWord) window.removeEventListener('keydown', onKey, true);
    if (isWord) onWord();
  };
  window.addEventListener('keydown', onKey, true);
}
