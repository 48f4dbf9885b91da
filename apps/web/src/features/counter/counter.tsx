import { useCallback, useReducer, useState } from 'react';
import { TimedMessage } from '../../ui/messages/timed-message.tsx';
import { EarlierSaleDialog } from './finish/earlier-sale-dialog.tsx';
import { SALE_DELETED, SALE_FAILED } from './finish/finish-notes.ts';
import { SaleMade } from './finish/sale-made.tsx';
import { useFinish } from './finish/use-finish.ts';
import { useReceiptAndReload } from './finish/use-receipt.ts';
import { DuplicateDialog } from './order/duplicate-dialog.tsx';
import { OrderStep } from './order/order-step.tsx';
import { inactiveName } from './order/product-search.ts';
import { useScans } from './order/use-scans.ts';
import { useCounterFocus } from './panel/counter-focus.tsx';
import classes from './panel/counter-page.module.css';
import { FiguresSaid } from './panel/figures-said.tsx';
import { useStepFocus } from './panel/use-step-focus.ts';
import { PaymentStep } from './payment/payment-step.tsx';
import { NamelessStudentDialog } from './people/nameless-student-dialog.tsx';
import { counterReducer } from './sale/counter-reducer.ts';
import { FRESH_COUNTER, resumedCounter } from './sale/counter-state.ts';
import { type KeptOrder, useKeepOrder, useSaleKey } from './sale/kept-order.ts';
import { goesOn, type PendingSale } from './sale/pending-sale.ts';
import { isNamelessStudent } from './sale/person.ts';
import { paymentObstacle, STUDENT_UNNAMED } from './sale/sale-checks.ts';
import { lineOf } from './sale/sale-item.ts';
import { ShortcutList } from './shortcut-list.tsx';
import { useCounterData } from './use-counter-data.ts';
import { useShortcuts } from './use-shortcuts.ts';

const FAILURE_MS = 3000;

type Props = {
  seller: number;
  /** A sale under way. */
  pending: PendingSale | undefined;
  /** What was typed, which may have changed since that was sent. */
  kept: KeptOrder | undefined;
};

export function Counter({ seller, pending, kept }: Props) {
  const [state, dispatch] = useReducer(counterReducer, undefined, () => {
    // Under another key, what was typed is the next sale.
    const same = !kept || (kept.key === pending?.key && goesOn(pending, Date.now()));
    if (pending && same) return resumedCounter(pending.draft);
    return kept?.state ?? FRESH_COUNTER;
  });
  const { products, inactive, methods } = useCounterData();
  const saleKey = useSaleKey(seller, kept?.key ?? pending?.key);
  const beginNext = useCallback(() => dispatch({ type: 'sale-made' }), []);
  const finishing = useFinish(seller, pending, saleKey, beginNext);
  const [nameless, setNameless] = useState(false);
  const [help, setHelp] = useState(false);
  const showHelp = useCallback(() => setHelp(true), []);
  const hideHelp = useCallback(() => setHelp(false), []);
  const { focus } = useCounterFocus();
  const { phase } = finishing.state;
  const failure = finishing.refused === 'sale_deleted' ? SALE_DELETED : SALE_FAILED;
  const earlier = finishing.state.phase === 'earlier' ? finishing.state : undefined;
  const made = finishing.state.phase === 'made' ? finishing.state : undefined;
  const { draft, duplicate } = state;
  useKeepOrder(seller, state, saleKey);
  useReceiptAndReload(made?.sale, seller);
  useStepFocus(state);
  const scanned = useScans(state, products.data, inactive.data, dispatch);

  const finish = () => {
    if (phase !== 'idle') return;
    dispatch({ type: 'finish-asked' });
    if (paymentObstacle(draft)) return;
    if (isNamelessStudent(draft.student)) setNameless(true);
    else finishing.finish(draft);
  };
  const settleFailure = () => {
    finishing.settle();
    focus('finish');
    if (finishing.refused === 'unknown_client') dispatch({ type: 'client-gone' });
    // What was refused may have been a price or a method that has changed since.
    void products.refetch();
    void methods.refetch();
  };
  const keepAfterEarlier = () => {
    finishing.keep(draft);
    // What was sold already has to come off first, if this is another sale.
    dispatch({ type: 'order-reopened' });
  };
  const { data: unsoldCodes, refetch: lookAgain } = inactive;
  const refuseCode = useCallback(
    async (code: string) => {
      const unsold = inactiveName(unsoldCodes, code);
      dispatch({ type: 'code-unknown', code, unsold });
      if (unsold !== undefined) return;
      // It may have been registered since the lists were loaded.
      const now = inactiveName((await lookAgain()).data, code);
      if (now !== undefined) dispatch({ type: 'code-unknown', code, unsold: now });
    },
    [unsoldCodes, lookAgain],
  );
  const inOrder = (action: () => void) => () => state.flag === 0 && action();
  const inPayment = (action: () => void) => () => state.flag === 1 && action();
  useShortcuts(phase === 'idle' || phase === 'made', {
    code: inOrder(() => focus('code')),
    closeOrder: inOrder(() => dispatch({ type: 'order-closed' })),
    reopenOrder: inPayment(() => dispatch({ type: 'order-reopened' })),
    finish: inPayment(finish),
    help: showHelp,
  });

  return (
    <div className={classes.page}>
      <h1 className="visually-hidden">PDV</h1>
      <OrderStep
        state={state}
        products={products}
        onUnknownCode={refuseCode}
        dispatch={dispatch}
        onHelp={showHelp}
      />
      <PaymentStep
        state={state}
        methods={methods}
        finishing={finishing}
        scanned={scanned}
        dispatch={dispatch}
        onFinish={finish}
      />
      <DuplicateDialog
        duplicate={duplicate}
        listed={duplicate ? (lineOf(draft.items, duplicate.product.id)?.quantity ?? 0) : 0}
        dispatch={dispatch}
        onAnswered={() => focus('code')}
      />
      <TimedMessage
        message={phase === 'failed' ? failure : null}
        ms={FAILURE_MS}
        onEnd={settleFailure}
      />
      <SaleMade sale={made?.sale} />
      <FiguresSaid draft={draft} />
      <NamelessStudentDialog
        registration={nameless ? draft.student.digits : undefined}
        onFinish={() => finishing.finish(draft)}
        onBack={() => dispatch({ type: 'order-reopened', obstacle: STUDENT_UNNAMED })}
        onClose={() => setNameless(false)}
      />
      <EarlierSaleDialog
        sale={earlier?.sale}
        copied={earlier?.copied ?? false}
        onKeep={keepAfterEarlier}
        onDrop={finishing.abandon}
      />
      <ShortcutList opened={help} onClose={hideHelp} />
    </div>
  );
}
