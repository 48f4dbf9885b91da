import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Dispatch, useMemo } from 'react';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { finishNote } from '../finish/finish-notes.ts';
import { CounterStep, GroupCard } from '../parts/counter-step.tsx';
import { KeyHint } from '../parts/key-hint.tsx';
import { PixNotice } from '../pix/pix-line.tsx';
import type { SalePix } from '../pix/sale-pix.ts';
import { type CounterAction, type CounterState, flagOf } from '../sale/counter-state.ts';
import { type Person, saleName } from '../sale/person.ts';
import { changeQuestion } from '../sale/sale-checks.ts';
import { draftTotals, type Exchange, paymentRows } from '../sale/sale-draft.ts';
import { type SaleItem, sumItems } from '../sale/sale-item.ts';
import type { RefusedScan } from '../scans/use-scans.ts';
import { PaymentPanel } from './payment-panel.tsx';
import classes from './payment-step.module.css';

type PaymentStepProps = {
  state: CounterState;
  methods: UseQueryResult<readonly string[]>;
  pix: SalePix | undefined;
  /** The product that has just been scanned. */
  scanned: RefusedScan | undefined;
  dispatch: Dispatch<CounterAction>;
  onFinish: () => void;
  /** While it is not known whether the sale was made. */
  onAbandon: () => void;
};

const SCAN_IGNORED =
  'Leitura ignorada: o pedido já foi fechado. Para incluir o item, volte com EDITAR PEDIDO.';
const codeIgnored = (code: string) => `Leitura ignorada: nenhum produto tem o código ${code}.`;
const NO_METHODS: readonly string[] = [];

/** Step 2: payment, and the end of the sale. */
export function PaymentStep(props: PaymentStepProps) {
  const { state, methods, pix, scanned, dispatch, onFinish, onAbandon } = props;
  const { obstacle, draft, entry, phase, made } = state;
  const { items, exchange, payments: typed } = draft;
  const sending = phase === 'sending' || phase === 'retrying';
  const locked = made !== null || sending || phase === 'failed' || phase === 'earlier';
  const resting = flagOf(state) === 0;
  const { payments, totals } = useMemo(() => {
    const figures = { items, payments: typed, ...(exchange && { exchange }) };
    return { payments: paymentRows(figures), totals: draftTotals(figures) };
  }, [items, typed, exchange]);
  const notCash = changeQuestion(payments, totals.change);
  const { data: names = NO_METHODS, isPending } = methods;
  // Its many fields would take long at every key press in the other step.
  const panel = useMemo(
    () => (
      <PaymentPanel
        payments={payments}
        exchange={exchange}
        totals={totals}
        pix={pix}
        methods={names}
        nothingFound={isPending ? 'Carregando…' : 'Nenhuma forma de recebimento encontrada.'}
        locked={locked}
        dispatch={dispatch}
      />
    ),
    [payments, exchange, totals, pix, names, isPending, locked, dispatch],
  );
  const leftOut =
    !resting && entry.product && `${entry.product.name} não foi adicionado e ficou fora da venda.`;
  const ignored = scanned?.unknown ? codeIgnored(scanned.unknown) : SCAN_IGNORED;
  const note = scanned && !resting ? ignored : (finishNote(state) ?? leftOut);

  return (
    <CounterStep number={2} resting={resting}>
      <GroupCard title="FINANCEIRO">
        <SaleSummary
          client={draft.client}
          student={draft.student}
          items={items}
          exchange={exchange}
        />
        {panel}
        <LoadNotice
          query={methods}
          empty={methods.data?.length === 0}
          failed="Não foi possível carregar as formas de pagamento."
          nothing="Nenhuma forma de pagamento. Um administrador cadastra em Ger. Met. Pagamento."
        />
        <PixNotice />
        {/* Room for three lines. */}
        <Box mih="4.4em">
          <Text role="status" size="sm" c="dimmed">
            {(scanned || !obstacle) && note}
          </Text>
          {state.sent.length > 0 && !locked && (
            <Button size="compact-sm" variant="default" onClick={onAbandon}>
              Começar outra venda
            </Button>
          )}
        </Box>
        <Group gap={8} className={classes.actions}>
          {notCash && (
            <Flex component="p" className={classes.notCash}>
              <IconAlertTriangle size={18} aria-hidden />
              {notCash}
            </Flex>
          )}
          <Text role="alert" size="sm" c="red" fw={600} w="100%">
            {!resting && obstacle?.message}
          </Text>
          <Button
            color="blue"
            size="md"
            fz="sm"
            flex="1 0 auto"
            px="xs"
            aria-keyshortcuts="Shift+F8"
            onClick={() => dispatch({ type: 'order-reopened' })}
            disabled={locked}
          >
            EDITAR PEDIDO
          </Button>
          <KeyHint shows={locked ? undefined : 'F9'} on="filled" flex="100 1 10rem">
            <Button
              id="finish"
              color="green"
              size="md"
              fz="sm"
              fullWidth
              className={classes.finish}
              aria-keyshortcuts="F9"
              loading={sending}
              disabled={made !== null}
              onClick={onFinish}
              // An Enter held down since the last amount must not press this too.
              onKeyDown={(event) => event.repeat && event.preventDefault()}
            >
              FINALIZAR VENDA
            </Button>
          </KeyHint>
        </Group>
      </GroupCard>
    </CounterStep>
  );
}

type SaleSummaryProps = {
  client: Person;
  student: Person;
  items: readonly SaleItem[];
  /** Then the names are those of the earlier sale. */
  exchange: Exchange | undefined;
};

/** The client and the total, so that the payment can be compared with the person at the counter. */
function SaleSummary(props: SaleSummaryProps) {
  const { client, student, items, exchange } = props;
  const { quantity } = sumItems(items);
  const pupil = exchange
    ? exchange.sale.student_name
    : student.digits && (saleName(student) || `matrícula ${student.digits}`);
  const details = [
    pupil && `Aluno: ${pupil}`,
    exchange && `Troca da venda nº ${exchange.sale.id}`,
    `${quantity.toLocaleString('pt-BR')} ${quantity === 1 ? 'item' : 'itens'}`,
  ];
  return (
    <>
      <Text size="md" fw={600} lh={1.3} mih="1.3em" style={{ overflowWrap: 'anywhere' }}>
        {exchange?.sale.client_name ?? saleName(client)}
      </Text>
      <Text size="sm" c="dimmed" mb={2} style={{ overflowWrap: 'anywhere' }}>
        {details.filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}
