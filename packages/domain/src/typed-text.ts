/**
 * Invisible characters, in which two names that look alike could differ: the inside of a character class
 * for a regular expression with the flag u.
 */
export const UNSEEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb' +
  '\\ufffe\\uffff\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';

/**
 * A name, code or login as it is stored and compared: composed (NFC), trimmed, with single spaces. Half of a
 * surrogate pair, which JSON in the database refuses, becomes U+FFFD, as elsewhere in the database.
 */
export function tidyText(typed: string): string {
  return typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ')
    .replace(/^ | $/g, '');
}

const UNSEEN_SPACES = /[\t\n\v\f\r\u0085\u2028\u2029]/g;
const UNSEEN_CHARACTERS = new RegExp(`[${UNSEEN}]`, 'gu');

/** A text without the characters that nobody sees. Those that separate words, such as a tab, become a space. */
export function seenText(typed: string): string {
  return typed.replace(UNSEEN_SPACES, ' ').replace(UNSEEN_CHARACTERS, '');
}
