import type { Cents } from '@balcao/domain/money.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { Group } from '@mantine/core';
import type { Dispatch, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import type { SearchResult } from '../../../ui/fields/search-options.tsx';
import { SearchSelect } from '../../../ui/fields/search-select.tsx';
import { type FieldId, focusField, focusPaid } from '../parts/counter-focus.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { PaymentRow } from '../sale/payment-lines.ts';
import { chooseMethod } from './enter-amount.ts';
import { methodOfKey, placeOfRow } from './payment-chips.tsx';
import classes from './payment-rows.module.css';

type Props = {
  index: number;
  row: PaymentRow;
  methods: readonly string[];
  nothingFound: string;
  /** The part of the total that the other rows do not pay. */
  missing: Cents;
  /** The field that Enter in the amount leads to. */
  next: FieldId;
  /** The row whose method a letter in the amount chooses; -1 for none. */
  free: number;
  /** Nothing is to be paid here yet. */
  slim: boolean;
  locked: boolean;
  dispatch: Dispatch<CounterAction>;
};

/** The height of the step's foot without its notes. */
const FOOT = 140;
const RIGHT_ALIGNED = { input: { textAlign: 'right' } } as const;

export function PaymentRowFields(props: Props) {
  const { index, row, methods, nothingFound, missing, next, free, slim, locked, dispatch } = props;
  const number = index + 1;

  const search = (text: string) => searchMethods(methods, text);
  const choose = (method: string) => chooseMethod(dispatch, index, method);
  const clear = () => dispatch({ type: 'method-chosen', row: index, method: null });
  const enterMethod = (text: string): boolean => {
    if (text.trim() !== '' && text !== row.method) return false;
    focusField(row.method ? `amount-${index}` : 'finish');
    return true;
  };
  const onAmountKey = (event: KeyboardEvent) => {
    const fill = () => dispatch({ type: 'amount-typed', row: index, amount: missing });
    if (event.key === 'Enter') {
      event.preventDefault();
      if (event.repeat) return;
      if (row.amount !== null || missing === 0) return focusField(next);
      flushSync(fill);
      focusPaid(index);
    } else if (event.key === '+') {
      event.preventDefault();
      fill();
    } else if (!event.ctrlKey && !event.altKey && !event.metaKey) {
      // An amount has no letters. In a select they search.
      const method = methodOfKey(methods, event.key);
      const of = row.amount === null ? index : free;
      if (method === undefined || of < 0) return;
      event.preventDefault();
      if (!event.repeat) chooseMethod(dispatch, of, method);
    }
  };

  return (
    <Group
      gap={8}
      wrap="nowrap"
      className={classes.row}
      mod={{ slim }}
      style={{ order: placeOfRow(index) }}
    >
      <SearchSelect
        id={`method-${index}`}
        flex={1}
        aria-label={`Forma de recebimento ${number}`}
        placeholder={`${number}. Selecione`}
        chosen={row.method ?? ''}
        search={search}
        onPick={choose}
        onClear={clear}
        onEnter={enterMethod}
        nothingFound={nothingFound}
        roomBelow={FOOT}
        disabled={locked}
      />
      <MoneyField
        id={`amount-${index}`}
        className={classes.amount}
        styles={RIGHT_ALIGNED}
        aria-label={`Valor recebido ${number}`}
        value={row.amount}
        onChange={(amount) => dispatch({ type: 'amount-typed', row: index, amount })}
        onKeyDown={onAmountKey}
        disabled={locked || row.method === null}
      />
    </Group>
  );
}

/**
 * Methods that contain the words. Those that start with the text come first, because Enter takes the first
 * one: "di" means Dinheiro rather than Cartão de crédito.
 */
export function searchMethods(methods: readonly string[], text: string): SearchResult {
  const key = foldText(text);
  const words = searchWords(text);
  const found = methods.filter((method) => holdsWords(foldText(method), words));
  const starts = (method: string) => foldText(method).startsWith(key);
  const ranked = [...found.filter(starts), ...found.filter((method) => !starts(method))];
  return { options: ranked.map((method) => ({ key: method, label: method })), more: 0 };
}
