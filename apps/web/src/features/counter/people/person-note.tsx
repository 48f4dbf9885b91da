import { Button } from '@mantine/core';
import { type Buyer, nameOnRecord } from '../sale/person.ts';
import classes from './person-section.module.css';
import type { Lookup } from './use-lookup.ts';

type Props = {
  id: string;
  person: Buyer;
  lookup: Lookup;
  /** Goes before all else that could be said. */
  warning: string | false;
  /** Who was found, without a name to add. */
  known: string;
};

/** Who answers to the digits above, once it is known. */
export function PersonNote({ id, person, lookup, warning, known }: Props) {
  const registered = nameOnRecord(person);
  const failed = lookup.outcome === 'failed';
  const found =
    registered === undefined ? known : `A venda sairá no nome cadastrado: ${registered}.`;
  return (
    <div className={classes.noteLine}>
      <p id={id} role="status" className={classes.note} data-warning={warning !== false || failed}>
        {warning ||
          (person.registered && found) ||
          (failed && 'Não foi possível consultar o cadastro.') ||
          (lookup.outcome === 'unknown' && 'Será cadastrado com a venda.')}
      </p>
      {!warning && failed && (
        <Button size="compact-xs" my={-4} variant="default" onClick={lookup.retry}>
          Tentar de novo
        </Button>
      )}
    </div>
  );
}
