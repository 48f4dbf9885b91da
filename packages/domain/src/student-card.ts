/** How a matrícula looks: so many digits, the first of which are these. */
export type StudentCard = { readonly digits: number; readonly prefix: string };

/** Fewer digits are too easily a quantity. */
export const FEWEST_CARD_DIGITS = 5;
export const MOST_CARD_DIGITS = 15;

export const isOnCard = ({ digits, prefix }: StudentCard, text: string): boolean =>
  text.length === digits && /^\d+$/.test(text) && text.startsWith(prefix);

/** A matrícula that looks so. */
export const exampleOf = ({ digits, prefix }: StudentCard): string =>
  `${prefix}${'12345678901234567890'.slice(0, Math.max(0, digits - prefix.length))}`;
