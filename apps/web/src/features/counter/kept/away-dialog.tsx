import { Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { timeNow } from '../../../storage/server-clock.ts';
import { DialogFoot } from '../../../ui/dialogs/dialog-foot.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { forgetKept, keepSale } from '../../kept/kept-store.ts';
import { useCounter, useCounterStore } from '../sale/counter-context.ts';
import { CLOSED } from '../sale/counter-state.ts';
import { storeWaitingReceipt } from '../sale/counter-store.ts';
import type { SalePix } from '../sale/sale-checks.ts';
import { keptSaleOf } from './kept-sale-of.ts';

export type Asked = {
  seller: number;
  pix: SalePix | undefined;
  /** Sends the sale, whether the server is away or not. */
  onSend: () => void;
};

/** Asks how a sale goes on that got no answer. */
export function AwayDialog(props: Asked) {
  const dialog = useCounter((state) => state.dialog);
  return dialog?.is === 'away' ? <Asking {...props} isKnown={dialog.known === true} /> : null;
}

/** `isKnown`: the server was away before, so that keeping it is the next thing to do. */
function Asking({ seller, pix, onSend, isKnown }: Asked & { isKnown: boolean }) {
  const { dispatch } = useCounterStore();
  const isExchange = useCounter(({ draft }) => draft.exchange !== undefined);
  const { keep, problem } = useKeep(seller, pix);
  const first = (isFirst: boolean) => ({
    'data-autofocus': isFirst || undefined,
    variant: isFirst ? 'filled' : 'default',
  });
  const keepsFirst = isKnown && !isExchange;
  const close = () => dispatch(CLOSED, 'finish');
  return (
    <Modal
      opened
      onClose={close}
      title="O servidor não responde"
      closeOnClickOutside={false}
      returnFocus={false}
    >
      <Text>
        {isExchange
          ? 'Uma troca não pode ser guardada: ela precisa do servidor, que confere a venda de antes. O pedido continua aqui.'
          : 'A venda pode ficar guardada neste computador. Ela é registrada sozinha, uma vez só, quando o servidor voltar.'}
      </Text>
      <Say rank="refusal" place="field" mt="xs">
        {problem}
      </Say>
      <DialogFoot
        mt="lg"
        // The Enter that opened the dialog may still be held.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
      >
        <Button
          {...first(!keepsFirst)}
          onClick={() => {
            close();
            onSend();
          }}
        >
          Tentar de novo
        </Button>
        {!isExchange && (
          <Button {...first(keepsFirst)} onClick={() => void keep()}>
            Guardar neste computador e seguir
          </Button>
        )}
      </DialogFoot>
    </Modal>
  );
}

const NO_ROOM =
  'Este computador não conseguiu guardar a venda: pode faltar espaço nele. Ela não foi guardada, e o pedido continua aqui.';

/** Keeps the sale on the counter on this computer, and empties the counter for the next one. */
function useKeep(seller: number, pix: SalePix | undefined) {
  const { read, dispatch } = useCounterStore();
  const name = useSession()?.user.name ?? '';
  const busy = useRef(false);
  const [problem, setProblem] = useState<string>();
  const keep = async () => {
    if (busy.current) return;
    busy.current = true;
    setProblem(undefined);
    const of = { seller: { id: seller, name }, madeAt: timeNow().toISOString(), pix };
    const sale = keptSaleOf(read(), of);
    try {
      await keepSale(sale);
      try {
        storeWaitingReceipt(seller, sale.receipt);
      } catch (error) {
        await forgetKept(sale.key);
        throw error;
      }
      dispatch(CLOSED);
      dispatch({ type: 'sale-made', sale: sale.receipt });
    } catch (error) {
      console.error('The sale was not kept', error);
      setProblem(NO_ROOM);
    } finally {
      busy.current = false;
    }
  };
  return { keep, problem };
}
