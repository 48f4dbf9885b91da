import type { CashBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { formatDay } from '@balcao/domain/dates/business-day.ts';
import { Button, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { paths } from '../../navigation/paths.ts';
import { BlockedWindow } from '../../ui/paper/tab/blocked-window.tsx';
import { PrintPageLink } from '../../ui/paper/tab/print-page-link.tsx';
import { setReceiptBlocked, useReceiptBlocked } from '../../ui/paper/tab/print-tab.ts';
import { boxObstacle, ownBoxQuery } from '../cash-box/cash-box.queries.ts';
import { OpenBoxForm } from '../cash-box/open-box-form.tsx';
import { useCloseBox } from '../closings/use-close-box.tsx';
import { Counter } from './counter.tsx';

export function CounterPage() {
  const seller = useSession()?.user.id;
  if (seller === undefined) return null;
  return (
    <>
      <BlockedReceipt />
      <BoxGate seller={seller}>
        <Counter key={seller} seller={seller} />
      </BoxGate>
    </>
  );
}

/** A link to the last receipt, when the browser has blocked its window. */
export function BlockedReceipt() {
  if (!useReceiptBlocked()) return null;
  return (
    <BlockedWindow of="do recibo" name="o recibo" onClose={() => setReceiptBlocked(false)}>
      <PrintPageLink to={paths.receipt}>Abrir recibo</PrintPageLink>
    </BlockedWindow>
  );
}

type Props = { seller: number; children: ReactNode };

/**
 * Shows what is missing before the seller may sell: an open box, or the end of an old one. While the server
 * has not said so, the counter is there as ever; the order on it is stored, and comes back after.
 */
export function BoxGate({ seller, children }: Props) {
  const { data: own } = useQuery(ownBoxQuery(seller));
  const obstacle = own && boxObstacle(own);
  const closeBox = useCloseBox(seller);
  return (
    <>
      {obstacle === undefined && children}
      {own && obstacle === 'not-open' && <OpenBoxForm own={own} />}
      {own?.box && obstacle && !closeBox.isCounting && (
        <EndFirst box={own.box} onEnd={closeBox.run} />
      )}
      {closeBox.dialogs}
    </>
  );
}

/** A box of another day, or one whose difference waits for its reason. */
function EndFirst({ box, onEnd }: { box: CashBox; onEnd: () => void }) {
  return (
    <Paper withBorder p="clamp(16px, 5vw, 28px)" maw="28rem" mx="auto" mt="clamp(8px, 8vh, 64px)">
      <Title order={1} size="h3">
        {box.counts ? `Falta fechar o caixa nº ${box.id}` : `O caixa nº ${box.id} ficou aberto`}
      </Title>
      <Text mt={4} mb="md">
        {box.counts
          ? 'Ele já foi contado. A diferença ainda precisa de um motivo e de um administrador.'
          : `Ele é de ${formatDay(new Date(box.opened_at))}. Conte a gaveta e feche-o; depois você abre o de hoje.`}
      </Text>
      <Button size="md" fullWidth onClick={onEnd}>
        {box.counts ? 'TERMINAR O FECHAMENTO' : 'CONTAR E FECHAR'}
      </Button>
    </Paper>
  );
}
