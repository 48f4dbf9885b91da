import { useCode } from '../../../api/use-code.ts';

/** What an exchange shows on the counter, in one file that is loaded with the first exchange. */
export const useExchangeParts = (needed: boolean) =>
  useCode('exchange', () => import('./exchange-parts.ts'), needed);
