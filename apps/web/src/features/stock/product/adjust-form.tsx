import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import {
  ADJUSTMENT_KINDS,
  type AdjustmentKind,
  MOVEMENT_WORDS,
} from '@balcao/domain/product/stock.ts';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../../api/call.ts';
import { useSend } from '../../../api/use-send.ts';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { STOCK_KEY } from '../stock.queries.ts';

type Body = { product: number; kind: AdjustmentKind; quantity: number; reason: string };

/** Pieces that went without a sale, or that were counted wrongly. */
export function AdjustForm({ product }: { product: number }) {
  const [isOpen, setOpen] = useState(false);
  const first = useRef<HTMLSelectElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const show = (open: boolean) => {
    flushSync(() => setOpen(open));
    (open ? first : opener).current?.focus();
  };
  const [typed, setTyped] = useState({ kind: 'loss' as AdjustmentKind, quantity: '', reason: '' });
  const [tried, setTried] = useState(false);
  const { send, isSending, unanswered, problem } = useSend<Body, unknown>({
    once: `adjustment:${product}`,
    send: (body, key) => call('adjustStock', { headers: { 'idempotency-key': key }, body }),
    reloads: [STOCK_KEY],
    failure: 'The adjustment was not recorded',
    onDone: () => {
      setTried(false);
      setTyped({ kind: 'loss', quantity: '', reason: '' });
      show(false);
    },
  });
  // What may be recorded already is only sent again.
  const { kind, quantity, reason } = unanswered ?? typed;
  const isSigned = kind === 'adjustment';
  const isQuantity = (isSigned ? /^[-+]?\d{1,4}$/ : /^\d{1,4}$/).test(`${quantity}`);
  const missing =
    (!isQuantity || Number(quantity) === 0) && !unanswered
      ? 'Digite a quantidade.'
      : reason.trim() === '' && 'Diga o motivo.';
  const change = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part });

  if (!isOpen && !unanswered) {
    return (
      <Button ref={opener} variant="default" onClick={() => show(true)}>
        Perda, avaria, uso ou acerto
      </Button>
    );
  }
  return (
    <DialogForm
      noValidate
      submitLabel="Registrar"
      busy={isSending}
      problem={(tried && missing) || problem}
      onCancel={() => show(false)}
      onSubmit={() => {
        setTried(true);
        if (!missing) send({ product, kind, quantity: Number(quantity), reason: reason.trim() });
      }}
    >
      <Group align="flex-start" gap="sm" inert={unanswered !== undefined}>
        <NativeSelect
          ref={first}
          label="O que foi"
          data={ADJUSTMENT_KINDS.map((value) => ({ value, label: MOVEMENT_WORDS[value] }))}
          value={kind}
          onChange={(event) => change({ kind: event.currentTarget.value as AdjustmentKind })}
        />
        <TextInput
          label={isSigned ? 'Quantas a mais, ou com - a menos' : 'Quantas saíram'}
          w="14rem"
          // Phones' number keys have no minus.
          inputMode={isSigned ? 'text' : 'numeric'}
          autoComplete="off"
          value={quantity}
          onChange={(event) => change({ quantity: event.currentTarget.value.trim() })}
        />
        <TextInput
          label="Motivo"
          flex="1 1 12rem"
          autoComplete="off"
          maxLength={MAX_LENGTH.reason}
          value={reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      </Group>
    </DialogForm>
  );
}
