/** What became of each Pix of the shop and of each line of the bank, in the order of the screen. */
export const pixStateWords = {
  found: 'Encontrado',
  differs: 'Valor diferente',
  missing: 'Falta no banco',
  uncovered: 'Sem extrato',
  unknown: 'Sem venda',
  double: 'Em dobro',
  undone: 'Venda desfeita',
  reversal: 'Estorno ou tarifa',
} as const;
export type PixState = keyof typeof pixStateWords;

export const pixStates = Object.keys(pixStateWords) as PixState[];
