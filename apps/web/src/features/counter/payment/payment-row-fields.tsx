import { Group } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { SearchSelect } from '../../../ui/fields/search-select.tsx';
import { useCounter } from '../sale/counter-context.ts';
import { NO_PAYMENT } from '../sale/payment-lines.ts';
import { afterPaid, searchMethods, usePaying } from './payment.ts';
import { placeOfRow } from './payment-chips.tsx';
import classes from './payment-rows.module.css';

/** The height of the step's foot without its notes. */
const FOOT = 140;
const RIGHT_ALIGNED = { input: { textAlign: 'right' } } as const;

/** A method and its amount. */
export function PaymentRowFields({ row }: { row: number }) {
  const paying = usePaying();
  const { rows, next, free, locked, methods, isPending, dispatch, moveFocus } = paying;
  const { method, amount } = rows[row] ?? NO_PAYMENT;
  const missing = paying.missingIn(row);
  const invalid = useCounter(({ obstacle }) => obstacle?.field);
  const number = row + 1;

  const enterMethod = (text: string): boolean => {
    if (text.trim() !== '' && text !== method) return false;
    moveFocus(method ? `amount-${row}` : 'finish');
    return true;
  };
  const onAmountKey = (event: KeyboardEvent) => {
    const fill = { type: 'amount-typed', row, amount: missing } as const;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (event.repeat) return;
      const isRest = amount === null && missing > 0;
      if (isRest) dispatch(fill, afterPaid(row));
      else moveFocus(afterPaid(row, paying.after(row)));
    } else if (event.key === '+') {
      event.preventDefault();
      dispatch(fill);
    } else {
      // An amount has no letters. In a select they search.
      paying.chooseByKey(event, amount === null ? row : free);
    }
  };

  return (
    <Group
      gap={8}
      align="flex-start"
      wrap="nowrap"
      className={classes.row}
      // Nothing is to be paid here yet.
      mod={{ slim: row > 0 && method === null && row !== next }}
      style={{ order: placeOfRow(row) }}
    >
      <SearchSelect
        id={`method-${row}`}
        flex={1}
        aria-label={`Forma de recebimento ${number}`}
        error={invalid === `method-${row}`}
        placeholder={`${number}. Selecione`}
        chosen={method ?? ''}
        search={(text) => ({
          options: searchMethods(methods, text).map((name) => ({ key: name, label: name })),
          more: 0,
        })}
        onPick={(name) => paying.choose(row, name)}
        onClear={() => dispatch({ type: 'method-chosen', row, method: null })}
        onEnter={enterMethod}
        nothingFound={isPending ? 'Carregando…' : 'Nenhuma forma de recebimento encontrada.'}
        roomBelow={FOOT}
        disabled={locked}
      />
      <MoneyField
        id={`amount-${row}`}
        className={classes.amount}
        styles={RIGHT_ALIGNED}
        aria-label={`Valor recebido ${number}`}
        value={amount}
        onChange={(typed) => dispatch({ type: 'amount-typed', row, amount: typed })}
        onKeyDown={onAmountKey}
        disabled={locked || method === null}
      />
    </Group>
  );
}
