import type { RecordedKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import { formatTime } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../../navigation/paths.ts';
import { counted, whole } from '../../../ui/counts.ts';
import { Say } from '../../../ui/messages/say.tsx';
import { useTime } from '../../../ui/messages/timed.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { storeForPrinting } from '../../../ui/paper/tab/print-tab.ts';
import { usePaper } from '../../../ui/paper/tab/use-paper.tsx';
import { type KeptSale, noteKept, useKeptSales } from '../../kept/kept-sales.ts';
import { forgetKept, sendAsAnother } from '../../kept/kept-store.ts';
import { opensAgain, useAwaySince } from '../../kept/server-away.tsx';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import bar from '../bar/counter-bar.module.css';
import { useCounter } from '../sale/counter-context.ts';
import { type Asked, AwayDialog } from './away-dialog.tsx';
import { useReadyForAway } from './ready-for-away.ts';

const NOTE_MS = 15_000;

/**
 * On the counter's bar: since when the server is away, what this computer keeps, and how the last one went. `keeps`: more
 * may come.
 */
export function KeptTools({ keeps, ...asked }: Asked & { keeps: boolean }) {
  useReadyForAway(keeps);
  const since = useAwaySince();
  const { own, others, sent } = useKeptSales();
  const dialog = useCounter((state) => state.dialog);
  const [opened, setOpened] = useState(false);
  const count = own.length + others.length;
  const note = sent && sentWords(sent);
  useTime(note, NOTE_MS, () => noteKept({ sent: null }));
  return (
    <>
      <Say
        rank={since ? 'look' : 'fact'}
        place="field"
        role="status"
        aria-label="Servidor"
        className={bar.state}
      >
        {since ? `Sem o servidor desde ${formatTime(since)}` : note}
      </Say>
      {count > 0 && (
        <Button size="compact-sm" variant="light" onClick={() => setOpened(true)}>
          {whole(count)}
          <span className={bar.words}>
            &nbsp;{count === 1 ? 'venda guardada' : 'vendas guardadas'}
          </span>
        </Button>
      )}
      {opened && <KeptDialog onClose={() => setOpened(false)} />}
      {dialog?.is === 'away' && <AwayDialog {...asked} isKnown={dialog.known === true} />}
    </>
  );
}

function sentWords({ sale, reasons }: RecordedKeptSale): string {
  if (!sale) return 'Uma venda guardada está na lista dos administradores: as somas não conferem';
  const listed = reasons.length > 0 ? ' e está na lista dos administradores' : '';
  return `Venda guardada agora é a nº ${sale.id}${listed}`;
}

function KeptDialog({ onClose }: { onClose: () => void }) {
  const { own, others } = useKeptSales();
  const isAway = useAwaySince() !== undefined;
  return (
    <Modal opened onClose={onClose} title="Vendas guardadas" size="lg">
      <Stack gap="sm">
        {own.length === 0 && others.length === 0 && <Text>Nenhuma venda guardada.</Text>}
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {own.map((sale) => (
            <KeptRow key={sale.key} sale={sale} isAway={isAway} />
          ))}
        </Stack>
        {/* Another person's sales are sent by that person alone. */}
        {[...Map.groupBy(others, ({ seller }) => seller)].map(([seller, { length }]) => (
          <Text key={seller}>
            {counted(length, 'venda guardada', 'vendas guardadas')} de {seller}{' '}
            {length === 1 ? 'espera' : 'esperam'} que {seller} entre neste computador.
          </Text>
        ))}
        {own.length > 0 && !opensAgain() && (
          <Say rank="look" quiet>
            Deixe esta página aberta até elas irem: sem o servidor ela não abre de novo.
          </Say>
        )}
      </Stack>
    </Modal>
  );
}

function KeptRow({ sale, isAway }: { sale: KeptSale; isAway: boolean }) {
  const { key, receipt, problem, pixUnchecked } = sale;
  const navigate = useNavigate();
  const paper = usePaper(paths.receipt, 'Recibo');
  const print = () => {
    const kept: MadeSale = { ...receipt, kept: { key, pixUnchecked } };
    if (opensAgain()) return paper.open(kept);
    storeForPrinting(kept, { printAtOnce: true });
    void navigate({ to: paths.receipt });
  };
  const time = new Date(sale.madeAt);
  const waits = isAway ? 'Espera o servidor' : 'Vai agora';
  const states = [problem ? problem.words : waits, pixUnchecked && 'Pix não conferido'];
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="baseline">
        <span style={{ overflowWrap: 'anywhere' }}>
          {Number.isNaN(time.getTime()) ? '' : `${formatTime(time)} · `}
          {receipt.client_data.name}
        </span>
        <b className="money">{formatReais(receipt.total_general)}</b>
      </Group>
      <Group justify="space-between" wrap="nowrap" align="baseline">
        <Text size="sm" c={problem ? 'red' : 'dimmed'}>
          {states.filter(Boolean).join(' · ')}
        </Text>
        <Group gap="xs" flex="none">
          {problem && <WayOn sale={sale} code={problem.code} />}
          <Button size="compact-sm" variant="default" onClick={print}>
            Recibo
          </Button>
        </Group>
      </Group>
      {paper.blocked}
    </li>
  );
}

/** The way on with a kept sale that the server will never take as it is. */
function WayOn({ sale, code }: { sale: KeptSale; code: string }) {
  const [words, act] =
    code === 'key_reused'
      ? ['Enviar como outra venda', () => sendAsAnother(sale.key)]
      : ['Tirar da lista', () => forgetKept(sale.key)];
  // Only what an administrator has deleted may go, and what is recorded.
  if (!['key_reused', 'sale_deleted', 'other_student'].includes(code)) return null;
  return (
    <Button size="compact-sm" variant="default" onClick={() => void act()}>
      {words}
    </Button>
  );
}
