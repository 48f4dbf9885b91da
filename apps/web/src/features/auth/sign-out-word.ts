const STORED_AS = 'sign-out-word';

/** Leaves a word for the login page, which the sign-out loads. */
export function leaveWord(word: string): void {
  try {
    sessionStorage.setItem(STORED_AS, word);
  } catch (error) {
    console.warn('The word could not be left', error);
  }
}

export const readWord = (): string | null => sessionStorage.getItem(STORED_AS);

/** The next user who signs in has read it. */
export const removeWord = (): void => sessionStorage.removeItem(STORED_AS);
