import type { CashBox, CountedBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { formatCents, ZERO } from '@balcao/domain/money.ts';
import { Button, Group, Text } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { CancelButton } from '../../../ui/dialogs/cancel-button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { DialogFoot } from '../../../ui/dialogs/dialog-foot.tsx';
import { focusBeside } from '../../../ui/fields/focus.ts';
import { Form } from '../../../ui/fields/form.tsx';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { NOT_WHOLE } from '../../../ui/fields/quantity.ts';
import { Say } from '../../../ui/messages/say.tsx';
import { CashCount } from './cash-count.tsx';
import classes from './count-dialog.module.css';
import { countedCash, hasNoNumber, useCount } from './use-count.ts';

type Props = {
  box: CashBox;
  /** The question before the count is saved. */
  asking: boolean;
  onAsk: (asks: boolean) => void;
  onCounted: (counted: CountedBox) => void;
  onClose: () => void;
};

/** Counts the drawer, and does not show what it should hold. Enter moves on. */
export function CountForm({ box, asking, onAsk, onCounted, onClose }: Props) {
  const { input, change, save, isSaving, isTaken, problem } = useCount(box, onCounted);
  const { methods } = box;
  const submit = useRef<HTMLButtonElement>(null);
  const cash = countedCash(input);
  const missing = input.sum === null && 'Digite a soma, mesmo que seja R$ 0,00.';
  const wrong = hasNoNumber(input) && NOT_WHOLE;

  const ask = () => {
    if (!missing && !wrong) onAsk(true);
  };
  const moveOn = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (event.repeat || event.target.getAttribute('aria-invalid') === 'true') return;
    const next = focusBeside<HTMLInputElement>(event.currentTarget, 'input', event.target, 1);
    if (next) next.select();
    else submit.current?.focus();
  };

  if (isTaken) {
    return (
      <Group justify="space-between">
        <Say rank="refusal">Este caixa já foi contado, com outros valores.</Say>
        <Button ref={(button) => button?.focus()} onClick={onClose}>
          Pronto
        </Button>
      </Group>
    );
  }
  return (
    <Form busy={isSaving} onSubmit={ask} onKeyDown={moveOn}>
      <div inert={isSaving}>
        <CashCount input={input} onChange={change} />
        {methods.length > 0 && (
          <fieldset className={classes.part}>
            <legend>Comprovantes e extratos</legend>
            <div className={classes.methods}>
              {methods.map((method) => (
                <MoneyField
                  key={method}
                  label={method}
                  value={input.methods[method] ?? null}
                  onChange={(amount) => change({ methods: { ...input.methods, [method]: amount } })}
                />
              ))}
            </div>
          </fieldset>
        )}
      </div>
      <Say rank="refusal" place="field" lines={1}>
        {!isSaving && (wrong || problem)}
      </Say>
      <DialogFoot>
        <Text size="sm" c="dimmed" mr="auto">
          {missing || 'Depois de salva, a contagem não muda.'}
        </Text>
        <CancelButton onClick={onClose} disabled={isSaving} />
        <Button ref={submit} type="submit" loading={isSaving}>
          Salvar contagem
        </Button>
      </DialogFoot>
      <ConfirmDialog
        opened={asking}
        confirmLabel="Salvar contagem"
        onConfirm={() => save(methods)}
        onClose={() => onAsk(false)}
      >
        Foram contados <strong className="money">{formatCents(cash ?? ZERO)}</strong> em dinheiro.
        Depois de salva, a contagem é final: ela não pode ser mudada.
      </ConfirmDialog>
    </Form>
  );
}
