import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import { type Cents, cents, formatCents } from '@balcao/domain/money.ts';
import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { ECHO_MS, useBurst } from '../../../ui/fields/burst.ts';
import { allIn } from '../../../ui/fields/focus.ts';
import { playMissedScan } from '../../../ui/fields/missed-scan-sound.tsx';
import { NOT_WHOLE } from '../../../ui/fields/quantity.ts';
import { WholeNumber } from '../../../ui/fields/whole-number.tsx';
import { Modal } from '../../../ui/modal.tsx';
import type { ProductIndex } from '../order/product-search.ts';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
import type { CounterState } from '../sale/counter-state.ts';
import { lineOf, type SaleItem, sumItems } from '../sale/sale-item.ts';
import { whatWasRead } from '../scans/scan-burst.ts';
import { namesChoice, useSizeKeys } from '../sizes/size-keys.ts';
import {
  type Choice,
  choicesOf,
  counted,
  linesOf,
  resized,
  ticked,
  wanted,
} from './list-choice.ts';
import classes from './list-dialog.module.css';

type Props = { list: ListedMaterials; index: ProductIndex };

const itemsOf = ({ draft }: CounterState) => draft.items;
/** How far Page Up and Page Down lead. */
const PAGE = 10;
const STEPS: Record<string, number> = {
  ...{ ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE },
  ...{ End: Number.POSITIVE_INFINITY, Home: Number.NEGATIVE_INFINITY },
};

/**
 * Asks which products of a list go into the order. Keys go from product to product, letters and digits name a missing
 * size, space ticks, digits are the quantity and Enter is done.
 */
export function ListDialog({ list, index }: Props) {
  const dispatch = useDispatch();
  const items = useCounter(itemsOf);
  const sizeOf = useSizeKeys();
  const [choices, setChoices] = useState(() => choicesOf(list, index));
  const [problem, setProblem] = useState<string>();
  const [openedAt] = useState(() => performance.now());
  const rows = useRef<HTMLUListElement>(null);
  const heard = useBurst();
  const before = useRef(choices);
  /** The product whose quantity the last digit was of: the next one goes on. */
  const typedIn = useRef<number>(undefined);
  const lines = linesOf(choices);
  const none = !choices.some(wanted);

  const boxes = () => allIn<HTMLInputElement>(rows.current, '[data-row]');
  const focusRow = (id: number | undefined) =>
    boxes()
      .find(({ dataset }) => dataset.row === `${id}`)
      ?.focus();
  const change = (id: number, to: (choice: Choice) => Choice) => {
    setProblem(undefined);
    setChoices((now) => now.map((choice) => (choice.id === id ? to(choice) : choice)));
  };
  const close = (taken: readonly SaleItem[] | null) =>
    dispatch({ type: 'list-answered', lines: taken }, 'code');
  const submit = () => {
    if (none) return setProblem('Marque o que vai para o pedido.');
    if (lines) return close(lines);
    const wrong = choices.find((choice) => wanted(choice) && !(choice.product && choice.quantity));
    setProblem(wrong?.product ? NOT_WHOLE : askSize(wrong));
    focusRow(wrong?.id);
  };
  const tickAll = () => {
    setChoices((now) => now.map((choice) => ticked(choice, none && !choice.gone)));
    focusRow(choices.find(({ gone }) => !gone)?.id);
  };

  const onRowKey = (event: KeyboardEvent, choice: Choice) => {
    const { key, target } = event;
    const goesOn = typedIn.current === choice.id;
    typedIn.current = undefined;
    const isTick = target instanceof HTMLInputElement && target.type === 'checkbox';
    const step = STEPS[key];
    // In a text field Home and End are its own.
    if (step !== undefined && (isTick || key.startsWith('Arrow'))) {
      const all = boxes().filter((box) => !box.disabled);
      const at = all.findIndex(({ dataset }) => dataset.row === `${choice.id}`);
      all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
      return event.preventDefault();
    }
    if (!isTick) return;
    if (key === 'ArrowRight' || key === 'ArrowLeft') {
      change(choice.id, (now) => resized(now, key === 'ArrowRight' ? 1 : -1));
      return event.preventDefault();
    }
    if (!namesChoice(event)) return;
    const { id, sizes, product } = choice;
    const { place, why } = sizes.length > 1 ? sizeOf(event, sizes, id, !!product) : {};
    if (place !== undefined || why) {
      change(id, (now) => ({ ...now, product: sizes[place ?? -1] }));
      setProblem(why);
    } else if (/^\d$/.test(key)) {
      typedIn.current = id;
      change(id, (now) => {
        const typed = Number(goesOn ? `${now.quantity ?? ''}${key}` : key);
        return counted(now, Math.min(MAX_QUANTITY, typed));
      });
    }
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, timeStamp, target } = event;
    const { begins, text: read } = heard(event);
    if (begins) before.current = choices;
    if (key !== 'Enter' || target instanceof HTMLButtonElement) return;
    event.preventDefault();
    if (event.repeat || timeStamp - openedAt < ECHO_MS) return;
    const isRead = read && target instanceof HTMLInputElement && whatWasRead(read, target, index);
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
        <Group justify="space-between" gap="4px 16px" mb={4}>
          <Text size="sm" c="dimmed" className={classes.keys}>
            ↑ ↓ mudam de produto, espaço marca, letras e algarismos são o tamanho que falta e depois
            a quantidade, ← → mudam o tamanho, Enter põe no pedido.
          </Text>
          <Group gap={8} ml="auto">
            <span role="status">
              {choices.filter(wanted).length} de {choices.filter(({ gone }) => !gone).length}
            </span>
            <Button size="compact-sm" variant="default" onClick={tickAll}>
              {none ? 'Marcar tudo' : 'Desmarcar tudo'}
            </Button>
          </Group>
        </Group>
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
      </DialogForm>
    </Modal>
  );
}

type RowProps = {
  choice: Choice;
  first: boolean;
  /** How many the order has already. */
  listed: number | undefined;
  onChange: (to: (choice: Choice) => Choice) => void;
};

/** A product of a list: whether it goes into the order, in which size and how many times. */
function ListRow({ choice, first, listed, onChange }: RowProps) {
  const { id, name, gone, quantity, sizes, product } = choice;
  return (
    <>
      <label className={classes.name}>
        <input
          type="checkbox"
          data-row={id}
          data-takes="codes"
          data-autofocus={first || undefined}
          className="mantine-focus-auto"
          disabled={gone}
          checked={wanted(choice)}
          onChange={({ currentTarget: { checked } }) => onChange((now) => ticked(now, checked))}
        />
        <span>
          {gone ? <del>{name}</del> : name}
          {gone && <small>não se vende mais: fica de fora</small>}
          {listed !== undefined && <small>já no pedido: {listed}, e soma</small>}
        </span>
      </label>
      {sizes.length > 1 && (
        <NativeSelect
          aria-label={`Tamanho: ${name}`}
          value={product?.id ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange((now) => ({ ...now, product: sizes.find((size) => `${size.id}` === value) }))
          }
          data={[
            { value: '', label: 'Tamanho?' },
            ...sizes.map(({ id: of, size }) => ({ value: `${of}`, label: size })),
          ]}
        />
      )}
      <WholeNumber
        className={classes.quantity}
        data-takes="codes"
        aria-label={`Quantidade: ${name}`}
        disabled={gone}
        max={MAX_QUANTITY}
        value={quantity}
        onChange={(typed) => onChange((now) => counted(now, typed))}
      />
      <span className={`money ${classes.price}`}>
        {product && quantity && wanted(choice) ? formatCents(cents(product.price * quantity)) : '–'}
      </span>
    </>
  );
}

const askSize = (choice: Choice | undefined) => `Escolha o tamanho de ${choice?.name}.`;

const totalOf = (choices: readonly Choice[]): Cents =>
  sumItems(linesOf(choices.filter(({ product, quantity }) => product && quantity)) ?? []).total;
