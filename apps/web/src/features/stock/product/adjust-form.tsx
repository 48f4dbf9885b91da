import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { ADJUSTMENT_KINDS, type AdjustmentKind, MOVEMENT_WORDS } from '@balcao/domain/stock.ts';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { useRecording } from '../use-recording.ts';

type Body = { product: number; kind: AdjustmentKind; quantity: number; reason: string };

const HINTS: Record<AdjustmentKind, string> = {
  loss: 'Quantas se perderam',
  damage: 'Quantas se estragaram',
  own_use: 'Quantas a escola usou',
  adjustment: 'Quantas a mais, ou com − a menos',
};

/** Pieces that went without a sale, or that were counted wrongly. */
export function AdjustForm({ product }: { product: number }) {
  const [kind, setKind] = useState<AdjustmentKind>('loss');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [done, setDone] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const adjusting = useRecording<Body, unknown>({
    form: `adjustment:${product}`,
    isBody: (stored) => Number.isInteger(fieldsOf<Body>(stored).quantity),
    send: (body, key) => call('adjustStock', { headers: { 'idempotency-key': key }, body }),
    onDone: () => {
      setOpen(false);
      setDone(true);
      setTyped('');
      setReason('');
      setTried(false);
    },
  });
  const { unanswered } = adjusting;
  const pattern = kind === 'adjustment' ? /^[-−+]?\d{1,4}$/ : /^\d{1,4}$/;
  const quantity = pattern.test(typed.trim()) ? Number(typed.trim().replace('−', '-')) : 0;

  if (!isOpen && !unanswered) {
    return (
      <Group mt="xs">
        <Button variant="default" onClick={() => setOpen(true)}>
          Perda, avaria, uso ou acerto
        </Button>
        <span role="status">{done && 'Registrado.'}</span>
      </Group>
    );
  }
  return (
    <DialogForm
      mt="xs"
      noValidate
      submitLabel="Registrar"
      busy={adjusting.isSending}
      problem={
        (tried && quantity === 0 && 'Digite a quantidade.') ||
        (tried && !reason.trim() && 'Diga o motivo.') ||
        adjusting.problem
      }
      onCancel={() => setOpen(false)}
      onSubmit={() => {
        setTried(true);
        if (unanswered) return adjusting.record(unanswered);
        if (quantity !== 0 && reason.trim())
          adjusting.record({ product, kind, quantity, reason: reason.trim() });
      }}
    >
      <Group align="flex-start" gap="sm" inert={unanswered !== undefined}>
        <NativeSelect
          label="O que foi"
          data={ADJUSTMENT_KINDS.map((value) => ({ value, label: MOVEMENT_WORDS[value] }))}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as AdjustmentKind)}
        />
        <TextInput
          label={HINTS[kind]}
          w="14rem"
          // Phones' number keys have no minus.
          inputMode={kind === 'adjustment' ? 'text' : 'numeric'}
          autoComplete="off"
          value={unanswered ? unanswered.quantity : typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <TextInput
          label="Motivo"
          flex="1 1 12rem"
          autoComplete="off"
          maxLength={MAX_LENGTH.reason}
          value={unanswered ? unanswered.reason : reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Group>
    </DialogForm>
  );
}
