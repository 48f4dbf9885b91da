import { type PixState, pixStateWords } from '../bank/pix-states.ts';
import { holidayText } from '../dates/holidays.ts';

type Terms = { name: string; days: number; business_days: boolean; fee: number };

/** Fields of the audit that speak of the bank, as in fields.ts. */
export const bankFields = {
  lines: 'Linhas no arquivo',
  added: 'Linhas novas',
  removed: 'Linhas que saíram',
  matched: 'Ligadas a vendas',
  account: 'Conta',
  direction: ['Entradas e saídas', () => 'o arquivo não dizia, uma pessoa decidiu'],
  terms: ['Cartões', cardTerms],
  holidays: ['Feriados locais', localHolidays],
  state: ['Situação', (value: unknown) => pixStateWords[value as PixState] ?? `${value}`],
} as const;

function cardTerms(value: unknown): string {
  const words = (value as Terms[]).map(
    ({ name, days, business_days, fee }) =>
      `${name}: ${days} dias ${business_days ? 'úteis' : 'corridos'}, ${fee.toLocaleString('pt-BR')}%`,
  );
  return words.join('; ') || 'nenhum';
}

function localHolidays(value: unknown): string {
  return (value as string[]).map(holidayText).join(', ') || 'nenhum';
}
