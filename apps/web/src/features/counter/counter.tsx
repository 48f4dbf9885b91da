import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useReducer, useState } from 'react';
import { flushSync } from 'react-dom';
import { TimedMessage } from '../../ui/messages/timed-message.tsx';
import { CASH_BOXES_KEY } from '../cash-box/cash-box.queries.ts';
import { SaleCorrection } from '../corrections/sale-correction.tsx';
import { allPaymentMethodsQuery } from '../payment-methods/payment-methods.queries.ts';
import { useReceiptReprint } from '../sales/receipt/use-receipt-reprint.ts';
import { BoxTools } from './box/box-tools.tsx';
import { beginExchange } from './exchange/begin-exchange.ts';
import { useExchange } from './exchange/use-exchange.tsx';
import { EarlierSaleDialog } from './finish/earlier-sale-dialog.tsx';
import { failureText, isBoxRefusal } from './finish/finish-notes.ts';
import { LastSaleLine } from './finish/last-sale-line.tsx';
import { SaleMade } from './finish/sale-made.tsx';
import { useFinish } from './finish/use-finish.ts';
import { useReceiptAndReload } from './finish/waiting-receipt.ts';
import { GridSwitch } from './grid/grid-switch.tsx';
import { DuplicateDialog } from './order/duplicate-dialog.tsx';
import { OrderStep, useProducts } from './order/order-step.tsx';
import { isFilled } from './parked/is-filled.ts';
import { ParkedDialogs } from './parked/parked-dialogs.tsx';
import { ParkedTools } from './parked/parked-tools.tsx';
import { useParking } from './parked/use-parking.ts';
import { AnnouncedFigures } from './parts/announced-figures.tsx';
import { CounterBar } from './parts/counter-bar.tsx';
import { focusField } from './parts/counter-focus.ts';
import classes from './parts/counter-page.module.css';
import { useStepFocus } from './parts/use-step-focus.ts';
import { PaymentStep } from './payment/payment-step.tsx';
import { NameDialog } from './people/name-dialog.tsx';
import { pixObstacle, useSalePix } from './pix/sale-pix.ts';
import { counterReducer } from './sale/counter-reducer.ts';
import { FRESH_COUNTER } from './sale/counter-state.ts';
import { type NameQuestion, nameQuestions } from './sale/name-questions.ts';
import { givenBackObstacle, paymentObstacle } from './sale/sale-checks.ts';
import { paymentRows } from './sale/sale-draft.ts';
import { lineOf } from './sale/sale-item.ts';
import { type OrderStore, openOrder } from './sale/stored-order.ts';
import { useScans } from './scans/use-scans.ts';
import { ShortcutList, useShortcuts } from './shortcuts.tsx';

const FAILURE_MS = 3000;

const namesOf = (page: { results: readonly { name: string }[] }): readonly string[] =>
  page.results.map((method) => method.name);

const counterOf = ({ draft, flag, entry, sort }: ReturnType<OrderStore['read']>) => ({
  ...FRESH_COUNTER,
  draft,
  flag,
  entry,
  sort,
});

/** The counter of one seller, with the order that this tab has stored. */
export function Counter({ seller }: { seller: number }) {
  const [order] = useState(() => openOrder(seller));
  const [started] = useState(() => beginExchange(order, seller));
  const [state, dispatch] = useReducer(counterReducer, order.read(), counterOf);
  const { draft, flag, entry, sort, duplicate } = state;
  useEffect(() => order.keep({ draft, flag, entry, sort }), [order, draft, flag, entry, sort]);
  useStepFocus(state);
  const queries = useQueryClient();
  // A new counter shows its first step a frame before the second, whose rendering takes as long.
  const paymentShown = useDeferredValue(true, false);

  const products = useProducts();
  const methods = useQuery({ ...allPaymentMethodsQuery, select: namesOf });
  const [corrected, setCorrected] = useState<number>();
  const receipt = useReceiptReprint();
  const { active, inactive } = products;
  const scanned = useScans(state, active.data, inactive.data, dispatch, setCorrected);

  const pix = useSalePix(order.read().key);
  const finishing = useFinish(seller, order, () => dispatch({ type: 'sale-made' }));
  const { phase } = finishing.state;
  const earlier = finishing.state.phase === 'earlier' ? finishing.state : undefined;
  const made = finishing.state.phase === 'made' ? finishing.state.sale : undefined;
  useReceiptAndReload(made, seller);
  const [asked, setAsked] = useState<readonly NameQuestion[]>([]);
  const finish = () => {
    if (phase !== 'idle') return;
    const obstacle =
      paymentObstacle(draft) ??
      givenBackObstacle(draft, methods.data ?? []) ??
      pixObstacle(paymentRows(draft), pix);
    dispatch({ type: 'finish-pressed', obstacle });
    if (obstacle) return;
    const questions = nameQuestions(draft);
    if (questions.length > 0) setAsked(questions);
    else if (draft.exchange) void exchanging.finish(draft, draft.exchange);
    else void finishing.finish(draft);
  };
  const dismissFailure = () => {
    // While its message is open, the button takes no focus.
    flushSync(() => finishing.dismissFailure());
    // Its place shows what to do first; the order stays stored.
    if (isBoxRefusal(finishing.refused)) {
      void queries.invalidateQueries({ queryKey: CASH_BOXES_KEY });
    }
    focusField('finish');
    if (finishing.refused === 'unknown_client') dispatch({ type: 'client-gone' });
    // The server may have refused a price or a method that has changed since.
    void products.active.refetch();
    void methods.refetch();
  };
  const keepOrder = () => {
    finishing.keepOrder();
    // If the order is another sale, the seller has to remove what was sold already.
    dispatch({ type: 'order-reopened' });
  };

  const parking = useParking(order, dispatch);
  const exchanging = useExchange(started, { seller, order, finishing, parking, dispatch });
  const [help, { open: showHelp, close: hideHelp }] = useDisclosure(false);
  const inOrder = (action: () => void) => () => flag === 0 && action();
  const inPayment = (action: () => void) => () => flag === 1 && action();
  useShortcuts((phase === 'idle' || phase === 'made') && !parking.busy, {
    code: inOrder(() => focusField('code')),
    closeOrder: inOrder(() => dispatch({ type: 'order-closed' })),
    reopenOrder: inPayment(() => dispatch({ type: 'order-reopened' })),
    finish: inPayment(finish),
    park: parking.parkOrOpen,
    help: showHelp,
    cancelEdit:
      entry.edited &&
      inOrder(() => {
        dispatch({ type: 'edit-cancelled' });
        focusField('code');
      }),
  });

  return (
    <div className={classes.page} inert={parking.busy !== undefined}>
      <h1 className="visually-hidden">PDV</h1>
      <CounterBar onHelp={showHelp}>
        <LastSaleLine seller={seller} made={made} onCorrect={setCorrected} />
        <BoxTools seller={seller} />
        <GridSwitch />
        <ParkedTools
          seller={seller}
          filled={isFilled({ draft, entry })}
          onPark={parking.park}
          onOpen={parking.open}
        />
      </CounterBar>
      <OrderStep state={state} products={products} onSale={setCorrected} dispatch={dispatch} />
      {(paymentShown || flag === 1) && (
        <PaymentStep
          state={state}
          methods={methods}
          pix={pix}
          finishing={finishing}
          scanned={scanned}
          dispatch={dispatch}
          onFinish={finish}
        />
      )}
      <DuplicateDialog
        duplicate={duplicate}
        listed={duplicate ? (lineOf(draft.items, duplicate.product.id)?.quantity ?? 0) : 0}
        scanned={scanned !== undefined}
        dispatch={dispatch}
      />
      <TimedMessage
        message={phase === 'failed' ? failureText(finishing.refused) : null}
        ms={FAILURE_MS}
        onEnd={dismissFailure}
      />
      <SaleMade sale={made} />
      <AnnouncedFigures draft={draft} />
      <NameDialog
        questions={asked}
        onFinish={() => void finishing.finish(draft)}
        onBack={({ obstacle }) => dispatch({ type: 'order-reopened', obstacle })}
        onClose={() => setAsked([])}
      />
      <EarlierSaleDialog earlier={earlier} onKeep={keepOrder} onDrop={finishing.abandon} />
      <ParkedDialogs seller={seller} parking={parking} />
      <SaleCorrection
        sale={corrected}
        receipt={receipt}
        onClose={() => setCorrected(undefined)}
        onExchange={(started) => {
          setCorrected(undefined);
          exchanging.start(started);
        }}
      />
      {receipt.dialogs}
      {exchanging.dialogs}
      <ShortcutList opened={help} onClose={hideHelp} />
    </div>
  );
}
