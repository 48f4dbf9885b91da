import { formatInstant } from '@balcao/domain/audit/field-formats.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFocusBack } from '../../../ui/fields/focus.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { priceHistoryQuery } from './price-changes.queries.ts';
import { HOW } from './price-words.ts';
import classes from './prices.module.css';

type Props = { product: { id: number; name: string }; onClose: () => void };

/** The prices of a product, since when, and who changed them. */
export function PriceHistoryDialog({ product, onClose }: Props) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={`Histórico do preço · ${product.name}`}>
      <PriceSteps product={product.id} />
    </Modal>
  );
}

/** Every price that a product had: when, from what to what, who and how. */
function PriceSteps({ product }: { product: number }) {
  const steps = useQuery(priceHistoryQuery(product));
  const { data } = steps;
  return (
    <section aria-label="Histórico do preço">
      <LoadNotice query={steps} failed="O histórico não pôde ser carregado." />
      {steps.isPending && <Loader size="sm" aria-label="Carregando" />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <ol className={classes.steps} tabIndex={0} aria-label="Preços">
        {data?.map(({ at, by, from, to, how }) => (
          <li key={`${at} ${to}`}>
            <p className="money">
              {from !== null && `${formatReais(from)} → `}
              <b>{formatReais(to)}</b>
            </p>
            <Text inherit fz="sm" c="dimmed">
              {formatInstant(at)} · {by ?? 'Sistema'} · {HOW[how]}
            </Text>
          </li>
        ))}
      </ol>
      {data && data.at(-1)?.from !== null && (
        <Text inherit fz="sm" c="dimmed">
          Não há registro de preços anteriores.
        </Text>
      )}
    </section>
  );
}
