import { ApiRefusal } from '../../../api/errors.ts';
import type { Saying } from '../../../ui/messages/say.tsx';
import type { CounterState, Party, Reason } from '../sale/counter-state.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';

const SALE_FAILED = 'Ocorreu um erro interno ao realizar a venda. Por favor, contate o suporte.';
/** A retry has found that the first request was recorded and the sale deleted since: nothing has failed. */
const SALE_DELETED = 'Esta venda já tinha sido registrada e foi excluída por um administrador.';
const ORDER_TAKEN = 'Este pedido estava em espera e já foi retomado em outro computador.';
const NOT_MADE = 'A venda não foi registrada. O que você digitou continua aqui.';
const EXCHANGE_CHANGED =
  'A troca não foi registrada: parte da venda já voltou, ou um preço mudou. Desista da troca e abra a venda de novo.';
const BOX_REFUSALS: Record<string, string> = {
  box_not_open: 'A venda não foi registrada: o caixa não está aberto. O pedido fica guardado.',
  box_left_open:
    'A venda não foi registrada: o caixa ficou aberto desde outro dia. O pedido fica guardado.',
};
export const SALE_MADE = 'Venda realizada com sucesso! Imprimindo recibo...';

/** The sale needs an open box of today. */
export const isBoxRefusal = ({ refused }: CounterState) =>
  refused !== null && refused in BOX_REFUSALS;

/** The note above FINALIZAR VENDA; undefined for none. */
export function finishNote(state: CounterState): Saying | undefined {
  const { phase, sent } = state;
  if (phase === 'sending') return { rank: 'fact', text: 'Registrando a venda…' };
  if (phase === 'retrying') {
    return {
      rank: 'look',
      text: 'O servidor não respondeu. Tentando de novo, sem repetir a venda…',
    };
  }
  if (sent.length > 0) {
    const text =
      'Não se sabe se a venda foi registrada. Finalize de novo: ela não será registrada duas vezes.';
    return { rank: 'look', text, large: true };
  }
  const text = refusalText(state);
  return text === undefined ? undefined : { rank: 'refusal', text };
}

function refusalText({ refused, reason, draft }: CounterState): string | undefined {
  switch (refused) {
    case null:
      return undefined;
    case 'key_reused':
      return 'Este pedido já foi registrado como outra venda, diferente da que está na tela. Confira antes de finalizar.';
    case 'parked_sale_taken':
      return `${ORDER_TAKEN} Confira se ele já foi vendido antes de finalizar.`;
    case 'approval_required':
    case 'approval_ended':
    case 'month_closed':
      return 'A troca não foi registrada: falta a autorização. Finalize de novo para pedir outra.';
    case 'more_than_sold':
      return 'A troca não foi registrada: o que volta já voltou. Desista da troca e abra a venda de novo.';
    case 'figures_differ':
      return draft.exchange ? EXCHANGE_CHANGED : `${NOT_MADE} ${reason?.text ?? ''}`;
    case 'unknown_client':
      return 'A venda não foi registrada: o cadastro do cliente não existe mais. Confira CPF e nome e finalize de novo.';
    case 'too_many_people':
      return 'A venda não foi registrada: você consultou pessoas demais em uma hora. Chame um administrador.';
    case 'sale_deleted':
      return `${SALE_DELETED} O que você digitou continua aqui: finalize de novo se ela deve ser registrada.`;
    default:
      return reason ? `${NOT_MADE} ${reason.text}` : NOT_MADE;
  }
}

/** The message in front of the counter when a sale was not made. */
export function failureText({ refused }: CounterState): string {
  if (refused === 'sale_deleted') return SALE_DELETED;
  if (refused && BOX_REFUSALS[refused]) return BOX_REFUSALS[refused];
  return refused === 'parked_sale_taken' ? ORDER_TAKEN : SALE_FAILED;
}

/** Why, below the message of the specification; its other messages say that themselves. */
export const failureReason = (state: CounterState): string | undefined =>
  failureText(state) === SALE_FAILED ? state.reason?.text : undefined;

/** Why the server refused the sale, or `party`, who was to be registered with it. */
export function reasonOf(
  error: unknown,
  party: Party | undefined,
  { items }: SaleDraft,
): Reason | null {
  if (!(error instanceof ApiRefusal) || error.status >= 500) return null;
  const { code, detail, field = '' } = error.problem;
  const [, place = ''] = /^body\/products\/(\d+)/.exec(field) ?? [];
  const item = items[Number(place || Number.NaN)];
  const [, line] = /^body\/payment_desc(\d)$/.exec(field) ?? [];
  const isName = party && field === 'body/name';
  const priceChanged =
    code === 'figures_differ' && item && `O preço de ${item.product.name} mudou.`;
  return {
    // A path in the body says nothing to a seller.
    text: priceChanged || `${detail.replace(/: body\b.*|\.$/, '')}.`,
    ...(line && { at: `method-${Number(line) - 1}` as const }),
    ...(isName && { at: `${party}-name` as const }),
  };
}
