import type { ProductChange, UndoneChange } from '@balcao/contract/products/product-changes.ts';
import { Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { productsIn } from '../../../ui/counts.ts';
import { ChangesInBulk, UndoneText } from '../../../ui/lists/changes-in-bulk.tsx';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { useIncomeName } from '../../institution/income-names.ts';
import { changeWords, nowWords } from './field-words.ts';
import { productChangesQuery } from './price-changes.queries.ts';
import { prices } from './price-words.ts';
import type { PriceChanging } from './use-price-change.ts';

type Props = { changing: PriceChanging; onUndo: (change: ProductChange) => void };

/** The last changes of products in bulk; one of today can be undone. */
export function RecentChanges({ changing: { undo }, onUndo }: Props) {
  const list = useQuery(productChangesQuery);
  const nameOf = useIncomeName();
  return (
    <>
      <LoadNotice query={list} failed="As alterações não puderam ser carregadas." />
      {list.isPending && <Loader aria-label="Carregando" />}
      {undo.data && (
        <UndoneProducts
          change={list.data?.find(({ id }) => id === undo.variables)}
          undone={undo.data}
        />
      )}
      {list.data?.length === 0 && <Text c="dimmed">Nenhum produto foi mudado em lote.</Text>}
      <ChangesInBulk
        changes={list.data}
        titleOf={(change) => <b>{changeWords(change, nameOf)}</b>}
        nameOf={(change) => changeWords(change, nameOf)}
        countOf={({ products }) => productsIn(products)}
        undoing={undo.isPending ? undo.variables : undefined}
        onUndo={onUndo}
      />
    </>
  );
}

type UndoneProps = {
  /** Unknown for one that is no more among the last ones. */
  change: Pick<ProductChange, 'rule' | 'fields'> | undefined;
  undone: UndoneChange;
};

export function UndoneProducts({ change, undone }: UndoneProps) {
  const { restored, kept } = undone;
  const nameOf = useIncomeName();
  const what = change?.fields ? productsIn(restored) : prices(restored);
  return (
    <UndoneText
      of={undone}
      done={`${what} ${restored === 1 ? 'voltou ao que era.' : 'voltaram ao que eram.'}`}
      left={{
        words:
          kept.length === 1
            ? 'Este mudou depois e fica como está:'
            : 'Estes mudaram depois e ficam como estão:',
        rows: kept.map((product) => ({
          key: product.id,
          text: `${product.name} · ${product.code} · ${nowWords(change ?? { fields: null }, product, nameOf)}`,
        })),
      }}
    />
  );
}
