import type { CounterState } from '../sale/counter-state.ts';
import type { useFinish } from './use-finish.ts';

export const SALE_FAILED =
  'Ocorreu um erro interno ao realizar a venda. Por favor, contate o suporte.';
/** A retry finds that its first try was recorded and then deleted: nothing has failed. */
export const SALE_DELETED =
  'Esta venda já tinha sido registrada e foi excluída por um administrador.';
export const SALE_MADE = 'Venda realizada com sucesso! Imprimindo recibo...';

/** A scan belongs into the order, which is approved by now. */
export const SCAN_IGNORED =
  'Leitura ignorada: o pedido já foi fechado. Para incluir o item, volte com EDITAR PEDIDO.';

/** What the line above FINALIZAR VENDA says while nothing stands in the way; undefined for nothing. */
export function finishNote(finishing: ReturnType<typeof useFinish>): string | undefined {
  const { state, refused, doubtful } = finishing;
  if (state.phase === 'sending') {
    return state.waiting
      ? 'O servidor não respondeu. Tentando de novo, sem repetir a venda…'
      : 'Registrando a venda…';
  }
  if (doubtful) {
    return 'Não se sabe se a venda foi registrada. Finalize de novo: ela não será registrada duas vezes.';
  }
  if (refused === 'key_reused') {
    return 'Este pedido já foi registrado como outra venda, diferente da que está na tela. Confira antes de finalizar.';
  }
  if (refused === 'unknown_client') {
    return 'A venda não foi registrada: o cadastro do cliente não existe mais. Confira CPF e nome e finalize de novo.';
  }
  if (refused === 'sale_deleted') {
    return `${SALE_DELETED} O que você digitou continua aqui: finalize de novo se ela deve ser registrada.`;
  }
  return refused && 'A venda não foi registrada. O que você digitou continua aqui.';
}

/** A product that stands in the entry fields when the order is closed is not in the sale. */
export function leftOut({ entry, flag }: CounterState): string | undefined {
  return flag === 1 && entry.product
    ? `${entry.product.name} não foi adicionado e ficou fora da venda.`
    : undefined;
}
