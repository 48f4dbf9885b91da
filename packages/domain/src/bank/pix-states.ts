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
  not_ours: 'Não é da loja',
} as const;
export type PixState = keyof typeof pixStateWords;

/** The same of the shop's returns and of Pix that went out, where the words differ. */
export const returnStateWords: Record<PixState, string> = {
  ...pixStateWords,
  found: 'Devolvido',
  unknown: 'Sem devolução',
  double: 'Talvez em dobro',
};

export const pixStates = Object.keys(pixStateWords) as PixState[];
