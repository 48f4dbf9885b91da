import { formatDay, parseBusinessDay, shopTimeOf } from '../dates/business-day.ts';
import { BOTH, INCOME_WORDS, type Income } from '../income.ts';
import { cents, centsFromReais, formatCents, formatReais, isReais } from '../money.ts';
import { kindOf } from './actions.ts';

/** How a recorded value is shown. */
export type Format = (value: unknown) => string;

export const plain: Format = (value) => {
  if (value === null || value === undefined || value === '') return '(vazio)';
  if (value === true) return 'sim';
  if (value === false) return 'não';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
export const reais: Format = (value) =>
  isReais(value) ? formatCents(centsFromReais(value)) : plain(value);
export const centavos: Format = (value) =>
  Number.isSafeInteger(value) ? formatCents(cents(value as number)) : plain(value);
export const day: Format = (value) => {
  const known = typeof value === 'string' && parseBusinessDay(value);
  return known ? formatDay(known) : plain(value);
};
export const instant: Format = (value) =>
  typeof value === 'string' ? formatInstant(value) : plain(value);
export const payments: Format = (value) => {
  if (!Array.isArray(value)) return plain(value);
  const lines = value.map((line) => `${plain(line?.method)} ${centavos(line?.cents)}`);
  return lines.join(' + ') || 'nenhum';
};

/** How many a sale has, or what is in a list of material. */
export const items: Format = (value) => {
  if (!Array.isArray(value)) return plain(value);
  return (
    value.map((line) => `${line?.quantity} × produto nº ${line?.product}`).join(', ') || 'nenhum'
  );
};
export const names: Format = (value) => (Array.isArray(value) ? value.join(', ') : plain(value));

const difference: Format = (value) =>
  typeof value === 'number' ? formatReais(value) : plain(value);
export const counts: Format = (value) => {
  if (!Array.isArray(value)) return plain(value);
  const lines = value.map(
    (line) =>
      `${plain(line?.method)} ${reais(line?.counted)}, diferença ${difference(line?.difference)}`,
  );
  return lines.join(' + ');
};
export const mode: Format = (value) =>
  ({ simple: 'Simples', counted: 'Conferido' })[`${value}`] ?? plain(value);

export const income: Format = (value) => INCOME_WORDS[value as Income] ?? BOTH;

export const paper: Format = (value) =>
  ({ a4: 'A4', '80': 'Rolo de 80 mm', '58': 'Rolo de 58 mm', ask: 'Perguntar' })[`${value}`] ??
  plain(value);

/** The address from which somebody signed in; for IPv6 the network. */
export const address: Format = (value) =>
  ['127.0.0.1', '::1'].includes(`${value}`) ? 'o próprio servidor' : plain(value);

export const action: Format = (value) => kindOf(plain(value));

/** Formats an instant as dd/mm/yyyy HH:mm:ss in the shop's time; other texts stay as they are. */
export function formatInstant(text: string): string {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? text : `${formatDay(instant)} ${shopTimeOf(instant)}`;
}
