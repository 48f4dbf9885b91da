import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ApiRefusal } from '../../../api/errors.ts';
import { paths } from '../../../navigation/paths.ts';
import { TimedDialog } from '../../../ui/dialogs/timed-dialog.tsx';
import { Say, type Saying } from '../../../ui/messages/say.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { PrintPageLink } from '../../../ui/paper/tab/print-page-link.tsx';
import { CASH_BOXES_KEY } from '../../cash-box/cash-box.queries.ts';
import { goingBackWords } from '../../corrections/record/given-back.ts';
import { allPaymentMethodsQuery } from '../../payment-methods/payment-methods.queries.ts';
import { activeProductsQuery } from '../../products/products.queries.ts';
import { useCounter, useCounterStore, useDispatch } from '../sale/counter-context.ts';
import { type CounterState, EMPTIED, type Party, type Reason } from '../sale/counter-state.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';
import classes from './sale-made.module.css';

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
const SALE_MADE = 'Venda realizada com sucesso! Imprimindo recibo...';
const SALE_KEPT = 'Venda guardada neste computador.';

/** The sale needs an open box of today. */
const isBoxRefusal = ({ refused }: CounterState) => refused !== null && refused in BOX_REFUSALS;

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
function failureText({ refused }: CounterState): string {
  if (refused === 'sale_deleted') return SALE_DELETED;
  if (refused && BOX_REFUSALS[refused]) return BOX_REFUSALS[refused];
  return refused === 'parked_sale_taken' ? ORDER_TAKEN : SALE_FAILED;
}

/** Why, below the message of the specification; its other messages say that themselves. */
const failureReason = (state: CounterState): string | undefined =>
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

const FAILURE_MS = 3000;

/**
 * Says for three seconds that the sale was not made, or got no answer; then the counter goes on where it has to be
 * corrected.
 */
export function SaleFailed() {
  const { read, dispatch, moveFocus } = useCounterStore();
  const message = useCounter((state) => (state.phase === 'failed' ? failureText(state) : null));
  const reason = useCounter(failureReason);
  const queries = useQueryClient();
  const dismiss = () => {
    // Its place shows what to do first; the order stays stored.
    if (isBoxRefusal(read())) void queries.invalidateQueries({ queryKey: CASH_BOXES_KEY });
    dispatch({ type: 'failure-read' });
    if (read().obstacle === null && !read().dialog) moveFocus('finish');
    // The server may have refused a price or a method that has changed since.
    for (const { queryKey } of [activeProductsQuery, allPaymentMethodsQuery]) {
      void queries.refetchQueries({ queryKey, exact: true });
    }
  };
  return <TimedDialog message={message} reason={reason} ms={FAILURE_MS} onEnd={dismiss} />;
}

/** Says that the order was recorded before it was changed, or by a copy of this tab. */
export function EarlierSaleDialog() {
  const dispatch = useDispatch();
  const earlier = useCounter((state) => state.earlier);
  // A closed Modal would still render at every key press on the page.
  if (!earlier) return null;
  const { sale, copied } = earlier;
  // The order on the screen is another sale.
  const onKeep = () => dispatch({ type: 'earlier-read' });
  // Safe is what neither sells twice nor loses what was typed.
  const look = (safe: boolean) =>
    safe ? { color: 'green', 'data-autofocus': true } : { variant: 'default' };
  return (
    <Modal
      opened
      onClose={onKeep}
      title="Atenção!"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      returnFocus={false}
    >
      <Say rank="refusal" place="page">
        A venda nº {sale.id}, de <strong>{sale.client_data.name}</strong>, total{' '}
        <strong>{formatCents(centsFromReais(sale.total_general))}</strong>, já estava registrada
        {copied ? '' : ', como foi enviada antes da alteração'}. O que está na tela{' '}
        <strong>não foi registrado{copied && ' de novo'}</strong>.
      </Say>
      <Text mt="xs">
        <PrintPageLink to={paths.receipt}>Abrir recibo da venda registrada</PrintPageLink>
      </Text>
      <Text mt="xs">
        {copied
          ? 'Para vender o mesmo outra vez, continue com o pedido e finalize.'
          : 'Se o que está na tela for outra venda, remova o que já foi vendido e finalize.'}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button {...look(copied)} onClick={() => dispatch(EMPTIED, 'cpf')}>
          Começar outra venda
        </Button>
        <Button {...look(!copied)} onClick={onKeep}>
          Continuar com o pedido
        </Button>
      </Group>
    </Modal>
  );
}

/**
 * The success message, over the next order, which can be filled in meanwhile. The element is there from the
 * start: screen readers announce only what changes in it.
 */
export function SaleMade() {
  const sale = useCounter(({ made }) => made);
  const back = sale?.exchange && goingBackWords(sale.exchange);
  return (
    <Say rank="fact" place="page" className={sale ? classes.made : undefined}>
      {sale && (
        <>
          <Text c="green" size="lg" fw={600}>
            {sale.kept ? SALE_KEPT : SALE_MADE}
          </Text>
          {/* The field TROCO shows the next sale by now. */}
          <Text className={classes.change}>
            {back ? (
              <strong style={{ fontSize: '2rem', whiteSpace: 'normal' }}>{back}</strong>
            ) : sale.troco > 0 ? (
              <>
                Troco: <strong>{formatCents(centsFromReais(sale.troco))}</strong>
              </>
            ) : (
              'Sem troco'
            )}
          </Text>
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[sale.id > 0 && `Venda nº ${sale.id}`, sale.client_data.name]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </>
      )}
    </Say>
  );
}
