import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useOnePress } from '../../ui/one-press.ts';
import { useCode } from '../../ui/use-code.ts';
import { SaleCorrection } from '../corrections/sale-correction.tsx';
import { useKeeps } from '../kept/kept-sales.ts';
import { NoServer, useAwaySince } from '../kept/server-away.tsx';
import { activeProductsQuery } from '../products/products.queries.ts';
import { useEarlyCodes } from '../products/search/early-codes.ts';
import { loadReceiptPage } from '../sales/receipt/load-receipt.ts';
import { CounterBar } from './bar/counter-bar.tsx';
import { LastSaleMenu } from './bar/last-sale.tsx';
import { BoxMenu } from './box/box-tools.tsx';
import { useClientScreen } from './client-screen/use-client-screen.tsx';
import { WaitingExchange } from './exchange/exchange-card.tsx';
import { useReceiptAndReload } from './finish/receipt-and-reload.ts';
import { EarlierSaleDialog, SaleFailed, SaleMade } from './finish/sale-messages.tsx';
import { useFinish } from './finish/use-finish.tsx';
import { useEarlyKeys } from './keys/early-keys.ts';
import { useErrands } from './keys/errands.ts';
import { ShortcutList, useShortcuts } from './keys/shortcuts.tsx';
import { useFocus } from './keys/use-focus.ts';
import { DuplicateDialog } from './order/duplicate-dialog.tsx';
import { OrderStep } from './order/order-step.tsx';
import { useIndex } from './order/use-products.ts';
import { ParkedDialogs, ParkedTools } from './parked/parked-dialogs.tsx';
import { useParking } from './parked/use-parking.ts';
import { useMethodNames, useSalePix } from './payment/payment.ts';
import { PaymentStep } from './payment/payment-step.tsx';
import { StrangerDialog } from './people/offers.tsx';
import {
  CounterContext,
  useCounter,
  useCounterStore,
  useDispatch,
  whole,
} from './sale/counter-context.ts';
import { CLOSED, type CounterState, correcting, flagOf, isFilled } from './sale/counter-state.ts';
import { openCounter } from './sale/counter-store.ts';
import { useScans } from './scans/use-scans.ts';
import classes from './step/counter-page.module.css';
import { AnnouncedFigures } from './step/figure.tsx';

type Props = {
  seller: number;
  /** Hears every change of a counter for practice, which has none of the tools that need the server. */
  onPractice?: (state: CounterState) => void;
};

/** The counter of one seller, with the order that this tab has stored. */
export function Counter(props: Props) {
  const [counter] = useState(() => openCounter(props.seller));
  return (
    <CounterContext value={counter}>
      <OpenCounter {...props} />
    </CounterContext>
  );
}

/** What keeps sales, once there is the page that prints them: it could not be loaded while the server is away. */
const loadKeeping = () => loadReceiptPage().then(() => import('./kept/kept-tools.tsx'));

function OpenCounter({ seller, onPractice }: Props) {
  const { read, dispatch, moveFocus } = useCounterStore();
  const state = useCounter(whole);
  useEffect(() => onPractice?.(state), [state, onPractice]);
  const { list, phase, made, obstacle, asksStranger, dialog } = state;
  const flag = flagOf(state);
  const methods = useMethodNames();
  const active = useQuery(activeProductsQuery);
  const index = useIndex();
  const hasLists = index !== undefined && index.lists.length > 0;
  const lists = useCode('lists', () => import('./lists/list-dialog.tsx'), hasLists).data;
  const early = useEarlyCodes();
  const isSending = phase === 'sending' || phase === 'retrying';
  const isLocked = made !== null || isSending || methods.isPending;
  const isAsking = useIsFetching({ queryKey: ['person'] }) > 0;
  const inOrderFor = active.isPending && early.codes.length > 0 ? 'codes' : isAsking && 'offers';
  const waitingFor = flag === 1 ? isLocked && 'payment' : inOrderFor;
  const isRefused = phase === 'failed' || phase === 'earlier' || asksStranger || obstacle !== null;
  useEarlyKeys(waitingFor, isRefused);
  useOnePress();
  // A new counter shows its first step a frame before the second, whose rendering takes as long.
  const paymentShown = useDeferredValue(true, false);

  const scanned = useScans(index);

  const pix = useSalePix();
  useReceiptAndReload(seller);
  // A counter for practice keeps none.
  const keeps = useSession()?.keeps_sales === true && seller > 0;
  const keeping = useCode('kept', loadKeeping, useKeeps()).data;
  const asks = keeps && keeping !== undefined;
  const finishing = useFinish({ seller, pix, methods: methods.data, keeps, asks });
  const parking = useParking();
  const clientScreen = useClientScreen(state, pix);

  const idle = phase === 'typing' || phase === 'paying';
  const isParking = dialog?.is === 'parking';
  useShortcuts(idle && !isParking, {
    F4: onPractice ? () => {} : parking.parkOrOpen,
    F9: finishing.finish,
  });
  useErrands(idle && !isParking, {
    'new-sale': () => (isFilled(read()) ? parking.park() : moveFocus('cpf')),
    parked: parking.open,
    'client-screen': clientScreen.open,
    sale: (sale) => dispatch(correcting(sale)),
  });
  // The last effect: what it moves the focus to may lie under a dialog until then.
  useFocus();

  return (
    <div className={classes.page} inert={isParking}>
      <h1 className="visually-hidden">PDV</h1>
      {clientScreen.notice}
      <CounterBar onClientScreen={onPractice ? undefined : clientScreen.open}>
        <LastSaleMenu />
        {!onPractice && (
          <>
            {keeping && <keeping.KeptTools {...{ keeps, seller, pix }} onSend={finishing.send} />}
            <ParkedTools seller={seller} onPark={parking.park} onOpen={parking.open} />
            <BoxMenu seller={seller} />
          </>
        )}
      </CounterBar>
      <div className={classes.steps}>
        <OrderStep early={early} />
        {(paymentShown || flag === 1) && (
          <PaymentStep scanned={scanned} onFinish={finishing.finish} />
        )}
      </div>
      <StrangerDialog />
      <DuplicateDialog scanned={scanned !== undefined} />
      {list && index && lists && <lists.ListDialog list={list} index={index} />}
      <SaleFailed />
      <SaleMade />
      <AnnouncedFigures />
      {finishing.dialog}
      <EarlierSaleDialog />
      <ParkedDialogs seller={seller} parking={parking} products={index?.ofId} />
      <Correction />
      {idle && !made && !dialog && <WaitingExchange onPark={parking.park} />}
      <ShortcutList />
    </div>
  );
}

/** What puts a recorded sale right. */
function Correction() {
  const dispatch = useDispatch();
  const sale = useCounter(({ dialog }) => (dialog?.is === 'correction' ? dialog.sale : undefined));
  const isAway = useAwaySince() !== undefined;
  if (isAway && sale !== undefined) return <NoServer onEnd={() => dispatch(CLOSED)} />;
  return (
    <SaleCorrection
      sale={sale}
      onClose={() => dispatch(CLOSED)}
      onExchange={(exchange) => {
        dispatch(CLOSED);
        dispatch({ type: 'exchange-started', exchange }, 'code');
      }}
      returnFirst
    />
  );
}
