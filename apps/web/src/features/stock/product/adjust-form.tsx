import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import {
  ADJUSTMENT_KINDS,
  type AdjustmentKind,
  MOVEMENT_WORDS,
} from '@balcao/domain/product/stock.ts';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useSend } from '../../../api/use-send.ts';
import { FieldsForm } from '../../../ui/dialogs/form-dialog.tsx';
import { takeFocus } from '../../../ui/fields/focus.ts';
import { needsReason } from '../../../ui/fields/reason-field.tsx';
import { useFields } from '../../../ui/fields/use-fields.ts';
import { STOCK_KEY } from '../stock.queries.ts';

type Body = { product: number; kind: AdjustmentKind; quantity: number; reason: string };

/** Pieces that went without a sale, or that were counted wrongly. */
export function AdjustForm({ product }: { product: number }) {
  /** undefined: neither was pressed yet, and nothing takes the focus. */
  const [isOpen, setOpen] = useState<boolean>();
  const sending = useSend<Body, unknown>({
    once: `adjustment:${product}`,
    send: (body, key) => call('adjustStock', { headers: { 'idempotency-key': key }, body }),
    reloads: [STOCK_KEY],
    failure: 'The adjustment was not recorded',
    onDone: () => {
      fields.forget();
      setOpen(false);
    },
  });
  // What may be recorded already is only sent again.
  const { unanswered } = sending;
  const fields = useFields(
    NOTHING,
    {
      quantity: (quantity, { kind }) => !isQuantity(quantity, kind) && 'Digite a quantidade.',
      reason: needsReason,
    },
    { back: unanswered && valuesOf(unanswered) },
  );
  const isSigned = fields.values.kind === 'adjustment';

  if (!isOpen && !unanswered) {
    return (
      <Button
        ref={isOpen === false ? takeFocus : null}
        variant="default"
        onClick={() => setOpen(true)}
      >
        Perda, avaria, uso ou acerto
      </Button>
    );
  }
  return (
    <FieldsForm
      submitLabel="Registrar"
      fields={fields}
      sending={sending}
      bodyOf={({ kind, quantity, reason }) => ({
        product,
        kind,
        quantity: Number(quantity),
        reason: reason.trim(),
      })}
      onCancel={() => setOpen(false)}
    >
      <Group align="flex-start" gap="sm" inert={unanswered !== undefined}>
        <NativeSelect
          {...fields.input('kind')}
          ref={isOpen ? takeFocus : null}
          label="O que foi"
          data={ADJUSTMENT_KINDS.map((value) => ({ value, label: MOVEMENT_WORDS[value] }))}
        />
        <TextInput
          {...fields.text('quantity')}
          label={isSigned ? 'Quantas a mais, ou com - a menos' : 'Quantas saíram'}
          w="14rem"
          // Phones' number keys have no minus.
          inputMode={isSigned ? 'text' : 'numeric'}
        />
        <TextInput
          {...fields.text('reason')}
          label="Motivo"
          flex="1 1 12rem"
          maxLength={MAX_LENGTH.reason}
        />
      </Group>
    </FieldsForm>
  );
}

const NOTHING = { kind: 'loss' as AdjustmentKind, quantity: '', reason: '' };

const valuesOf = ({ kind, quantity, reason }: Body) => ({ kind, reason, quantity: `${quantity}` });

/** Only an adjustment has a sign. */
const isQuantity = (typed: string, kind: AdjustmentKind) =>
  (kind === 'adjustment' ? /^[-+]?\d{1,4}$/ : /^\d{1,4}$/).test(typed.trim()) &&
  Number(typed) !== 0;
