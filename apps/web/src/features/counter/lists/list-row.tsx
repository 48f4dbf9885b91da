import { cents, formatCents } from '@balcao/domain/money.ts';
import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { NativeSelect } from '@mantine/core';
import { WholeNumber } from '../../../ui/fields/whole-number.tsx';
import { type Choice, counted, ticked, wanted } from './list-choice.ts';
import classes from './list-dialog.module.css';

type RowProps = {
  choice: Choice;
  first: boolean;
  /** How many the order has already. */
  listed: number | undefined;
  onChange: (to: (choice: Choice) => Choice) => void;
};

/** A product of a list: whether it goes into the order, in which size and how many times. */
export function ListRow({ choice, first, listed, onChange }: RowProps) {
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
