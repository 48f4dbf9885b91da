import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import { type Dispatch, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { ECHO_MS, useBurst } from '../../../ui/fields/burst.ts';
import { playMissedScan } from '../../../ui/fields/missed-scan-sound.tsx';
import { Modal } from '../../../ui/modal.tsx';
import type { ProductIndex } from '../order/product-search.ts';
import { focusField } from '../parts/counter-focus.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import { lineOf, type SaleItem, sumItems } from '../sale/sale-item.ts';
import { whatWasRead } from '../scans/scan-burst.ts';
import { type Choice, choicesOf, counted, linesOf, resized, wanted } from './list-choice.ts';
import classes from './list-dialog.module.css';
import { ListRow } from './list-row.tsx';

type Props = {
  list: ListedMaterials;
  index: ProductIndex;
  items: readonly SaleItem[];
  dispatch: Dispatch<CounterAction>;
};

/**
 * What of a list goes into the order. The arrow keys go from product to product and choose sizes, space ticks, digits
 * are the quantity and Enter is done.
 */
export function ListDialog({ list, index, items, dispatch }: Props) {
  const [choices, setChoices] = useState(() => choicesOf(list, index.ofId));
  const [problem, setProblem] = useState<string>();
  const [openedAt] = useState(() => performance.now());
  const rows = useRef<HTMLUListElement>(null);
  const heard = useBurst();
  const before = useRef(choices);
  /** The product whose quantity the last digit was of: the next one goes on. */
  const typedIn = useRef<number>(undefined);
  const lines = linesOf(choices);
  const none = !choices.some(wanted);

  const boxes = () => [...(rows.current?.querySelectorAll<HTMLInputElement>('[data-row]') ?? [])];
  const focusRow = (id: number | undefined) =>
    boxes()
      .find(({ dataset }) => dataset.row === `${id}`)
      ?.focus();
  const change = (id: number, to: (choice: Choice) => Choice) => {
    setProblem(undefined);
    setChoices((now) => now.map((choice) => (choice.id === id ? to(choice) : choice)));
  };
  const close = (taken: readonly SaleItem[] | null) => {
    // While a dialog is open, the fields take no focus.
    flushSync(() => dispatch({ type: 'list-answered', lines: taken }));
    focusField('code');
  };
  const submit = () => {
    if (none) return setProblem('Marque o que vai para o pedido.');
    if (lines) return close(lines);
    const missing = choices.find((choice) => wanted(choice) && !choice.product);
    setProblem(`Escolha o tamanho de ${missing?.name}.`);
    focusRow(missing?.id);
  };

  const onRowKey = (event: KeyboardEvent, choice: Choice) => {
    const { key, target } = event;
    const goesOn = typedIn.current === choice.id;
    typedIn.current = undefined;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) {
      const all = boxes().filter((box) => !box.disabled);
      const at = all.findIndex(({ dataset }) => dataset.row === `${choice.id}`);
      all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
      return event.preventDefault();
    }
    if (!(target instanceof HTMLInputElement && target.type === 'checkbox')) return;
    if (key === 'ArrowRight' || key === 'ArrowLeft') {
      change(choice.id, (now) => resized(now, key === 'ArrowRight' ? 1 : -1));
      event.preventDefault();
    } else if (/^\d$/.test(key)) {
      typedIn.current = choice.id;
      change(choice.id, (now) => counted(now, goesOn ? `${now.quantity}${key}` : key));
    }
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, timeStamp, target } = event;
    const { begins, text: read } = heard(event);
    if (begins) before.current = choices;
    if (key !== 'Enter' || target instanceof HTMLButtonElement) return;
    event.preventDefault();
    if (event.repeat || timeStamp - openedAt < ECHO_MS) return;
    const isRead =
      read && target instanceof HTMLInputElement && whatWasRead(read, target, index, undefined);
    if (!isRead) return submit();
    playMissedScan();
    setChoices(before.current);
    setProblem('Termine a lista antes de ler o próximo código.');
  };

  return (
    <Modal opened onClose={() => close(null)} title={list.name} size="lg" returnFocus={false}>
      <DialogForm
        onSubmit={submit}
        onKeyDownCapture={onKey}
        submitLabel={`Pôr no pedido · ${formatCents(totalOf(choices))}`}
        submit={{ color: 'green' }}
        busy={false}
        problem={problem}
        onCancel={() => close(null)}
      >
        <ul ref={rows} aria-label="Produtos da lista" className={classes.rows}>
          {choices.map((choice) => (
            <li
              key={choice.id}
              data-out={!wanted(choice) || undefined}
              onKeyDown={(event) => onRowKey(event, choice)}
            >
              <ListRow
                choice={choice}
                first={choice === choices.find(({ gone }) => !gone)}
                listed={lineOf(items, choice.product?.id ?? 0)?.quantity}
                onChange={(to) => change(choice.id, to)}
              />
            </li>
          ))}
        </ul>
        <Text size="sm" c="dimmed" className={classes.keys}>
          ↑ ↓ mudam de produto, espaço marca, algarismos são a quantidade, ← → o tamanho, Enter põe
          no pedido.
        </Text>
      </DialogForm>
    </Modal>
  );
}

const totalOf = (choices: readonly Choice[]): Cents =>
  sumItems(linesOf(choices.filter(({ product }) => product)) ?? []).total;
