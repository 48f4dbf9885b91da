import { Text } from '@mantine/core';
import type { Entry } from '../sale/counter-state.ts';
import classes from './product-entry.module.css';
import { waitsForProduct } from './quantity-field.tsx';

type Props = {
  entry: Entry;
  problem: string | null;
  /** The name of the product whose line Enter in Qtd. counts. */
  counts: string | undefined;
};

/** The fault of the entry fields, or else the effect of Enter in Qtd. */
export function EntryNote({ entry, problem, counts }: Props) {
  const note = problem ? undefined : noteOf(entry, counts);
  return (
    // Room for a line, so that the table does not move.
    <Text component="div" size="xs" fw={600} c="red" mih="1.5em" my={2}>
      <span role="alert">{problem}</span>
      {note && (
        <span role="status" className={classes.note}>
          {note}
        </span>
      )}
    </Text>
  );
}

function noteOf(entry: Entry, counts: string | undefined): string | undefined {
  const { edited } = entry;
  if (edited) {
    return `Editando ${edited.product.name}: Enter em Qtd. guarda, Esc deixa como estava.`;
  }
  if (!waitsForProduct(entry)) return undefined;
  return counts === undefined
    ? 'Esta quantidade é do próximo produto.'
    : `Enter em Qtd. muda a quantidade de ${counts}.`;
}
