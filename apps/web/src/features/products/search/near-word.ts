/** Shorter words are too much like others, and a digit more or less is another size. */
const SHORTEST_WITH_SLIP = 5;

/** Whether a folded text holds this word, or has one that begins like it but for one letter. */
export function nearlyHolds(held: string, word: string): boolean {
  if (held.includes(word)) return true;
  if (word.length < SHORTEST_WITH_SLIP || /\d/.test(word)) return false;
  return held.split(' ').some((name) => beginsNearly(name, word));
}

/** Whether a text begins with this word but for one letter: another one, one more, one less, or two that are swapped. */
function beginsNearly(text: string, word: string): boolean {
  let at = 0;
  while (at < word.length && text[at] === word[at]) at++;
  const [held, typed] = [text.slice(at), word.slice(at)];
  return (
    held.slice(1).startsWith(typed.slice(1)) ||
    held.slice(1).startsWith(typed) ||
    held.startsWith(typed.slice(1)) ||
    (held[0] === typed[1] && held[1] === typed[0] && held.slice(2).startsWith(typed.slice(2)))
  );
}
