/** A sale that a counter kept while its server did not answer, and sent when it answered again. */

/** Older ones are not believed. */
export const MOST_KEPT_HOURS = 72;
/** An administrator looks at those that come later than this. */
export const LATE_AFTER_MINUTES = 2;

/** Why a kept sale stands on the administrators' list. */
export const KEPT_REASONS = {
  late: 'chegou mais de dois minutos depois',
  too_old: `tem mais de ${MOST_KEPT_HOURS} horas`,
  clock_ahead: 'a hora do computador está adiantada',
  before_session: 'é de antes de a pessoa entrar',
  price_changed: 'um preço mudou, ou o nome de um produto',
  product_gone: 'um produto não existe mais ou está inativo',
  method_gone: 'uma forma de recebimento não existe mais ou está inativa',
  person_changed: 'o cadastro de uma pessoa mudou',
  order_taken: 'o pedido em espera foi retomado em outro computador',
  box_closed: 'o caixa já tinha sido fechado',
  month_closed: 'o mês já estava fechado',
  sums_differ: 'as somas não conferem: nada foi registrado',
} as const;
export type KeptReason = keyof typeof KEPT_REASONS;

/** The key of a kept sale as the 40 digits of its paper's bar code, which no product, CPF or number of a sale has. */
export const keptCode = (key: string): string =>
  BigInt(`0x${key.replaceAll('-', '')}`)
    .toString()
    .padStart(40, '0');

/** The key that the digits say, in lower case; undefined when they are no such code. */
export function keyOfKeptCode(digits: string): string | undefined {
  if (!/^0[0-9]{39}$/.test(digits)) return undefined;
  const hex = BigInt(digits).toString(16).padStart(32, '0');
  return hex.length === 32 ? hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : undefined;
}
