import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Dispatch, memo, useMemo } from 'react';
import { useCounterFocus } from '../panel/counter-focus.tsx';
import classes from '../panel/counter-page.module.css';
import { GroupCard } from '../panel/group-card.tsx';
import { LoadNotice } from '../panel/load-notice.tsx';
import { ClientSection } from '../people/client-section.tsx';
import { StudentSection } from '../people/student-section.tsx';
import type { CounterAction, CounterState } from '../sale/counter-state.ts';
import { outdatedItems } from '../sale/outdated-items.ts';
import { ItemTable } from './item-table.tsx';
import { ProductEntry } from './product-entry.tsx';
import type { ProductIndex } from './product-search.ts';

type Props = {
  state: CounterState;
  products: UseQueryResult<ProductIndex>;
  onUnknownCode: (code: string) => void;
  dispatch: Dispatch<CounterAction>;
  onHelp: () => void;
};

/** Step 1: who buys, for which student, and what. */
export const OrderStep = memo(function OrderStep(props: Props) {
  const { state, products, onUnknownCode, dispatch, onHelp } = props;
  const { draft, entry, entryProblem, flag, obstacle, sort } = state;
  const { field } = useCounterFocus();
  const approved = flag === 1;
  const index = products.data;
  const outdated = useMemo(() => outdatedItems(draft.items, index), [draft.items, index]);

  return (
    <div className={classes.order} data-resting={approved || undefined} inert={approved}>
      <div className={classes.people}>
        <ClientSection client={draft.client} invalid={obstacle?.field} dispatch={dispatch} />
        <StudentSection student={draft.student} dispatch={dispatch} />
      </div>
      <GroupCard title="PRODUTOS" className={classes.products}>
        <LoadNotice
          error={index ? null : products.error}
          empty={index?.byCode.length === 0}
          failed="Não foi possível carregar os produtos."
          nothing="Nenhum produto ativo. Um administrador cadastra produtos em Ger. Produtos."
          onRetry={() => void products.refetch()}
          retrying={products.isFetching}
        />
        <ProductEntry
          entry={entry}
          problem={entryProblem}
          index={index}
          hasItems={draft.items.length > 0}
          locked={approved}
          onUnknownCode={onUnknownCode}
          dispatch={dispatch}
        />
        <ItemTable
          items={draft.items}
          sort={sort}
          outdated={outdated}
          locked={approved}
          dispatch={dispatch}
        />
      </GroupCard>
      <div className={classes.actions}>
        <p role="alert" className={classes.obstacle}>
          {flag === 0 && obstacle?.message}
        </p>
        <Button variant="subtle" color="gray" onClick={onHelp}>
          Atalhos (?)
        </Button>
        <Button
          ref={field('close-order')}
          color="green"
          size="md"
          className={classes.main}
          onClick={() => dispatch({ type: 'order-closed' })}
          // An Enter that is held since the last field must not press this too.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          FECHAR PEDIDO
        </Button>
      </div>
    </div>
  );
});
