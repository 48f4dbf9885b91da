import { formatCents } from '@balcao/domain/money.ts';
import { Button, Flex, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { activeProductsQuery } from '../../products/products.queries.ts';
import type { EarlyCodes } from '../../products/search/early-codes.ts';
import { beginsCode, productInNumber } from '../../products/search/product-index.ts';
import { ExchangeCard } from '../exchange/exchange-card.tsx';
import goods from '../grid/product-grid.module.css';
import { GridPanel } from '../grid/product-grid.tsx';
import { KeyHint } from '../keys/key-hint.tsx';
import { PersonSection } from '../people/person-section.tsx';
import { useCounter, useCounterStore, useDispatch } from '../sale/counter-context.ts';
import { type CounterState, flagOf } from '../sale/counter-state.ts';
import { lineOf, sumItems } from '../sale/sale-item.ts';
import { OtherSizes } from '../sizes/size-chips.tsx';
import classes from '../step/counter-page.module.css';
import { CounterStep, GroupCard } from '../step/counter-step.tsx';
import { ItemTable } from './item-table.tsx';
import end from './order-end.module.css';
import { ProductEntry } from './product-entry.tsx';
import { useIndex } from './use-products.ts';

type Props = { early: EarlyCodes };

/** Step 1: client, student and products. Its parts are rendered when what they show has changed, not at every key press. */
export function OrderStep({ early }: Props) {
  const index = useIndex();
  const isCode = (text: string) => beginsCode(index, text);
  const approved = useCounter(flagOf) === 1;
  const exchange = useCounter(({ draft }) => draft.exchange);
  return (
    <CounterStep number={1} resting={approved}>
      <Stack gap={8} className={classes.order}>
        {exchange ? (
          <ExchangeCard exchange={exchange} />
        ) : (
          <Flex wrap="wrap" gap={8}>
            <PersonSection party="client" isCode={isCode} />
            <PersonSection party="student" isCode={isCode} />
          </Flex>
        )}
        <GroupCard title="PRODUTOS" flex="1 0 auto">
          <LoadNotice
            query={useQuery(activeProductsQuery)}
            empty={index?.ofId.size === 0}
            failed="Não foi possível carregar os produtos."
            nothing="Nenhum produto ativo. Um administrador cadastra produtos em Ger. Produtos."
          />
          {exchange && index && !approved && (
            <OtherSizes exchange={exchange} models={index.models()} />
          )}
          <ProductEntry early={early} />
          <MissedReads />
          <CodesInQuantities />
          <div className={goods.goods}>
            <GridPanel products={index?.ofId} />
            <ItemTable />
          </div>
        </GroupCard>
        <OrderEnd />
      </Stack>
    </CounterStep>
  );
}

/** The reads of the order that did not go in. */
function MissedReads() {
  const dispatch = useDispatch();
  const codes = useCounter(({ draft }) => draft.missed);
  // The pressed button goes, and the focus with it.
  const putAway = () => dispatch({ type: 'missed-put-away' }, 'code');
  if (!codes?.length) return null;
  const text = (
    <>
      {codes.length === 1 ? 'Uma leitura não entrou: ' : 'Leituras que não entraram: '}
      <strong className="money">{codes.join(' · ')}</strong>{' '}
      <Button size="compact-xs" variant="default" ml={4} onClick={putAway}>
        Dispensar
      </Button>
    </>
  );
  return (
    <section aria-label="Leituras que não entraram" style={{ marginBottom: 8 }}>
      <Say rank="look" quiet>
        {text}
      </Say>
    </section>
  );
}

/** Quantities that a scanner may have typed: in Qtd. three digits are a number. */
function CodesInQuantities() {
  const index = useIndex();
  const items = useCounter(({ draft }) => draft.items);
  return items.map(({ product, quantity }) => {
    const other = index && productInNumber(index, quantity);
    const text =
      other &&
      `${other.code} também é o código de ${other.name}: confira a quantidade de ${product.name}.`;
    return (
      text && (
        <Say key={product.id} rank="look" mb={8}>
          {text}
        </Say>
      )
    );
  });
}

/** The foot of step 1, always in sight: the total, which the client reads across the counter, and FECHAR PEDIDO. */
function OrderEnd() {
  const dispatch = useDispatch();
  const items = useCounter(({ draft }) => draft.items);
  const newest = useCounter((state) => state.newest);
  const isUndone = useCounter(({ undo }) => undo !== null);
  const obstacle = useCounter((state) => (flagOf(state) === 0 ? state.obstacle : null));
  const total = formatCents(sumItems(items).total);
  // On a phone the list is below.
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const added = isPhone && newest ? lineOf(items, newest.productId) : undefined;
  return (
    <div className={end.end}>
      <Say rank="refusal" place="field" className={end.obstacle}>
        {obstacle?.message}
      </Say>
      <div role="status" className={end.note}>
        <UndoNote />
        {!isUndone &&
          added &&
          `${added.product.name} · ${added.quantity} × ${formatCents(added.product.price)}`}
      </div>
      <p className={end.total} style={{ '--figures': total.length } as CSSProperties}>
        <span className={end.label}>TOTAL</span>
        <span className={end.amount}>{total}</span>
      </p>
      <KeyHint shows="F8" on="filled">
        <Button
          id="close-order"
          color="green"
          size="md"
          pl="md"
          aria-keyshortcuts="F8"
          onClick={() => dispatch({ type: 'order-closed' })}
          // An Enter held down since the last field must not press this too.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          FECHAR PEDIDO
        </Button>
      </KeyHint>
    </div>
  );
}

const undoOf = (state: CounterState) => (flagOf(state) === 0 ? state.undo : null);

/** What was taken off the counter last, and the way back. Its place announces it. */
function UndoNote() {
  const undo = useCounter(undoOf);
  const { putBack } = useCounterStore();
  if (!undo) return null;
  return (
    <>
      <Say rank={undo.look ? 'look' : 'fact'} quiet>
        {undo.words}
      </Say>
      <Button
        flex="none"
        size="compact-sm"
        variant="default"
        aria-keyshortcuts="Control+Z"
        title="Ctrl + Z"
        onClick={putBack}
      >
        Desfazer
      </Button>
    </>
  );
}
