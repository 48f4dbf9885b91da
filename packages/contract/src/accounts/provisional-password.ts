/** How long a provisional password works. */
export const PROVISIONAL_HOURS = 24;
