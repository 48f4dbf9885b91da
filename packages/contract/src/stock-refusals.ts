import { MOST_PIECES } from './fields/list-limits.ts';

/** Those of stock and of lists of material; a part of `refusals`. */
export const stockRefusals = {
  count_ended: { status: 409, detail: 'Esta contagem já foi aplicada ou guardada.' },
  count_changed: {
    status: 409,
    detail:
      'Alguém contou mais depois que você abriu as diferenças. Veja de novo antes de aplicar.',
  },
  not_followed: {
    status: 422,
    detail: 'Este produto ainda não tem estoque. Comece por uma entrada ou uma contagem.',
  },
  outside_count: { status: 422, detail: 'Este produto não faz parte desta contagem.' },
  below_counted: { status: 422, detail: 'Não dá para tirar mais do que foi contado.' },
  too_many_pieces: {
    status: 422,
    detail: `Uma entrada tem no máximo ${MOST_PIECES.toLocaleString('pt-BR')} peças. Confira as quantidades.`,
  },
  nothing_counted: { status: 422, detail: 'Ninguém contou nada ainda.' },
  list_code_taken: { status: 409, detail: 'Já existe uma lista de material com este código.' },
  repeated_product: { status: 422, detail: 'Um produto está duas vezes na lista.' },
} as const;
