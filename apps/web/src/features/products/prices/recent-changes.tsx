import type { PriceChange } from '@balcao/contract/products/price-changes.ts';
import { formatInstant } from '@balcao/domain/audit/fields.ts';
import { Button, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { priceChangesQuery } from './price-changes.queries.ts';
import { prices, ruleWords } from './price-words.ts';
import classes from './prices.module.css';
import { UndoneText } from './undone-text.tsx';
import type { PriceChanging } from './use-price-change.ts';

type Props = { changing: PriceChanging; onUndo: (change: PriceChange) => void };

/** The last changes of prices in bulk; one of today can be undone. */
export function RecentChanges({ changing: { undo }, onUndo }: Props) {
  const list = useQuery(priceChangesQuery);
  return (
    <>
      <LoadNotice query={list} failed="As alterações não puderam ser carregadas." />
      {list.isPending && <Loader aria-label="Carregando" />}
      {undo.data && <UndoneText undone={undo.data} />}
      {list.data?.length === 0 && <Text c="dimmed">Nenhum preço foi alterado em lote.</Text>}
      <ul className={classes.changes}>
        {list.data?.map((change) => (
          <li key={change.id}>
            <div>
              <p>
                <b>{ruleWords(change.rule)}</b> · {prices(change.products)}
              </p>
              <Text inherit fz="sm" c="dimmed">
                {formatInstant(change.at)} · {change.by}
                {change.undone && <Undone {...change.undone} />}
              </Text>
            </div>
            {change.can_undo && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Desfazer ${ruleWords(change.rule)}, ${formatInstant(change.at)}`}
                loading={undo.isPending && undo.variables === change.id}
                disabled={undo.isPending}
                onClick={() => onUndo(change)}
              >
                Desfazer
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Undone({ at, by, products }: NonNullable<PriceChange['undone']>) {
  return (
    <>
      <br />
      Desfeita em {formatInstant(at)} por {by}: {prices(products)}
    </>
  );
}
