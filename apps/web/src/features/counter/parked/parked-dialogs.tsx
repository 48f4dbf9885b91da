import type { ParkedSale } from '@balcao/contract/sales/parked-sales.ts';
import { Button, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { TimedDialog } from '../../../ui/dialogs/timed-dialog.tsx';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { parkedSalesQuery } from '../../parked-sales/parked-sales.queries.ts';
import { BarButton } from '../bar/bar-menu.tsx';
import bar from '../bar/counter-bar.module.css';
import { KeyHint } from '../keys/key-hint.tsx';
import { useCounter } from '../sale/counter-context.ts';
import { isFilled } from '../sale/counter-state.ts';
import type { CounterProduct } from '../sale/sale-item.ts';
import { ParkedList } from './parked-list.tsx';
import type { useParking } from './use-parking.ts';

const PROBLEM_MS = 5_000;

type ParkedDialogsProps = {
  seller: number;
  parking: ReturnType<typeof useParking>;
  /** The active products by id; undefined until they are loaded. */
  products: ReadonlyMap<number, CounterProduct> | undefined;
};

/** The dialogs of the counter while it parks an order or takes one up. */
export function ParkedDialogs(props: ParkedDialogsProps) {
  const dialog = useCounter((state) => state.dialog);
  return (
    <>
      {dialog?.is === 'parked' && <ParkedDialog {...props} />}
      {dialog?.is === 'parking' && dialog.paused && (
        <Modal
          opened
          onClose={() => {}}
          withCloseButton={false}
          title="Retomando o pedido"
          returnFocus={false}
        >
          <Say rank="fact" place="page">
            O servidor não responde. O pedido vem assim que ele voltar.
          </Say>
        </Modal>
      )}
      <TimedDialog
        message={dialog?.is === 'not-parked' ? dialog.words : null}
        ms={PROBLEM_MS}
        onEnd={props.parking.goOn}
      />
    </>
  );
}

function ParkedDialog({ seller, parking, products }: ParkedDialogsProps) {
  const [asked, setAsked] = useState<ParkedSale>();
  const parked = useQuery({ ...parkedSalesQuery(seller), staleTime: 0 });
  return (
    <Modal opened onClose={parking.goOn} title="Em espera" size="lg" returnFocus={false}>
      <LoadNotice query={parked} failed="Não foi possível carregar os pedidos em espera." />
      {parked.data?.length === 0 && (
        <Text>Nenhum pedido em espera. F4 deixa em espera o pedido que está no balcão.</Text>
      )}
      {parked.data && (
        <ParkedList
          parked={parked.data}
          products={products}
          onTake={parking.take}
          onDrop={setAsked}
          onHandOver={(row) => void parking.handOver(row.id, !row.for_anyone)}
        />
      )}
      <ConfirmDialog
        opened={asked !== undefined}
        confirmLabel="Descartar"
        onConfirm={() => asked && parking.drop(asked.id)}
        onClose={() => setAsked(undefined)}
      >
        Descartar o pedido em espera de{' '}
        <strong>{asked?.client_name || 'um cliente sem nome'}</strong>?
      </ConfirmDialog>
    </Modal>
  );
}

type ParkedToolsProps = { seller: number; onPark: () => void; onOpen: () => void };

/** The buttons about parked orders on the counter's bar. F4 is that of the one which the counter is ready for. */
export function ParkedTools({ seller, onPark, onOpen }: ParkedToolsProps) {
  const { data: parked = [] } = useQuery(parkedSalesQuery(seller));
  const filled = useCounter(isFilled);
  const inExchange = useCounter((state) => state.draft.exchange !== undefined);
  const parks = filled && !inExchange ? 'F4' : undefined;
  const opens = filled ? undefined : 'F4';
  const some = parked.length > 0;
  return (
    <>
      <BarButton
        words="Deixar em espera"
        icon={IconPlayerPause}
        shows={parks}
        spare={some && !filled}
        disabled={!parks}
        onClick={onPark}
      />
      {some && (
        <KeyHint shows={opens} className={filled ? bar.spare : undefined}>
          <Button size="compact-sm" variant="light" onClick={onOpen} aria-keyshortcuts={opens}>
            {parked.length}
            <span className={bar.words}>&nbsp;em espera</span>
          </Button>
        </KeyHint>
      )}
    </>
  );
}
