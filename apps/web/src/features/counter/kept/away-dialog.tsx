import { Button, Text } from '@mantine/core';
import { DialogFoot } from '../../../ui/dialogs/dialog-foot.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
import { CLOSED } from '../sale/counter-state.ts';
import type { SalePix } from '../sale/sale-checks.ts';
import { useKeep } from './use-keep.ts';

export type Asked = {
  seller: number;
  pix: SalePix | undefined;
  /** Sends the sale, whether the server is away or not. */
  onSend: () => void;
};

/**
 * Asks how a sale goes on that got no answer. `isKnown`: the server was away before, so that keeping it is the next
 * thing to do.
 */
export function AwayDialog({ seller, pix, onSend, isKnown }: Asked & { isKnown: boolean }) {
  const dispatch = useDispatch();
  const isExchange = useCounter(({ draft }) => draft.exchange !== undefined);
  const { keep, isKeeping, problem } = useKeep(seller, pix);
  const first = (isFirst: boolean) => ({
    'data-autofocus': isFirst || undefined,
    variant: isFirst ? 'filled' : 'default',
  });
  const keepsFirst = isKnown && !isExchange;
  const close = () => dispatch(CLOSED, 'finish');
  return (
    <Modal
      opened
      onClose={() => !isKeeping && close()}
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
            if (isKeeping) return;
            close();
            onSend();
          }}
        >
          Tentar de novo
        </Button>
        {!isExchange && (
          <Button {...first(keepsFirst)} onClick={keep}>
            Guardar neste computador e seguir
          </Button>
        )}
      </DialogFoot>
    </Modal>
  );
}
