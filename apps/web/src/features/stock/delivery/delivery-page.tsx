import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { ActionIcon, Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useSend } from '../../../api/use-send.ts';
import { paths } from '../../../navigation/paths.ts';
import { sum, whole } from '../../../ui/counts.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useFields } from '../../../ui/fields/use-fields.ts';
import { type DataColumn, DataTable } from '../../../ui/lists/data-table.tsx';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { ImportButton } from '../../imports/import-button.tsx';
import { useProductIndex } from '../../products/search/product-index.ts';
import { STOCK_KEY, stockQuery } from '../stock.queries.ts';
import { piecesOf } from '../stock-rows.ts';
import { areLines, type Delivery, NO_DELIVERY, withMore } from './delivery-lines.ts';
import { type EntryHandle, LineEntry } from './line-entry.tsx';

type Line = { id: number; code: string; name: string; quantity: number };

/** What came from a supplier, typed or scanned line by line. It is kept over a reload until it is recorded. */
export function DeliveryPage() {
  const stock = useQuery(stockQuery(true));
  const index = useProductIndex(stock.data?.products);
  const [isWaiting, setWaiting] = useState(false);
  const [recorded, setRecorded] = useState<string>();
  /** The delivery whose doubled products are asked about. */
  const [asked, setAsked] = useState<Delivery>();
  const submit = useRef<HTMLButtonElement>(null);
  const documentRef = useRef<HTMLInputElement>(null);
  const entry = useRef<EntryHandle>(null);
  const recording = useSend<Delivery, unknown>({
    once: 'sent-delivery',
    send: ({ lines, supplier, document }, key) =>
      call('createDelivery', {
        headers: { 'idempotency-key': key },
        body: {
          lines: lines.map(({ product, quantity }) => ({ product, quantity })),
          ...(supplier.trim() && { supplier: supplier.trim() }),
          ...(document.trim() && { document: document.trim() }),
        },
      }),
    reloads: [STOCK_KEY],
    failure: 'The delivery was not recorded',
    onDone: (_, { lines }) => {
      fields.forget();
      setRecorded(`Entrada registrada: ${sumOf(lines)}.`);
    },
  });
  const { unanswered, isSending } = recording;
  const fields = useFields(NO_DELIVERY, {}, { form: 'delivery', back: unanswered });
  // Who has recorded reads on; while it is sent, the fields take no focus.
  useEffect(() => {
    if (recorded && !isSending) entry.current?.focus();
  }, [recorded, isSending]);
  const { values, change } = fields;
  const lines = areLines(values.lines) ? values.lines : [];
  const rows = lines.map(({ product, quantity }): Line => {
    const { code = '', name = 'Produto excluído: tire esta linha' } =
      index?.ofId.get(product) ?? {};
    return { id: product, code, name: index ? name : '…', quantity };
  });
  const record = () => {
    const waiting = entry.current?.finish();
    if (!waiting) return;
    const all = waiting.reduce(withMore, lines);
    if (waiting.length > 0) change({ lines: all });
    const delivery = { ...values, lines: all };
    // What was sent has been asked about.
    if (!unanswered && all.some(({ again }) => again)) setAsked(delivery);
    else recording.send(delivery);
  };

  return (
    <Screen
      title="ENTRADA"
      back={{ to: paths.stock, label: 'Estoque' }}
      help="receber-uma-entrega"
      tools={
        <ImportButton
          what="deliveries"
          queryKey={STOCK_KEY}
          given={{ supplier: values.supplier.trim(), document: values.document.trim() }}
        />
      }
    >
      <LoadNotice query={stock} failed="Os produtos não puderam ser carregados." />
      <div inert={unanswered !== undefined || isSending}>
        <Group gap="sm" mb="sm">
          <TextInput
            {...fields.text('supplier')}
            label="Fornecedor"
            flex="1 1 14rem"
            maxLength={MAX_LENGTH.supplier}
            onKeyDown={({ key }) => key === 'Enter' && documentRef.current?.focus()}
          />
          <TextInput
            {...fields.text('document')}
            ref={documentRef}
            label="Documento"
            placeholder="Nota fiscal, pedido"
            flex="1 1 10rem"
            maxLength={MAX_LENGTH.document}
            onKeyDown={({ key }) => key === 'Enter' && entry.current?.focus()}
          />
        </Group>
        <LineEntry
          ref={entry}
          index={index}
          onLine={(line) => {
            setRecorded(undefined);
            change({ lines: withMore(lines, line) });
          }}
          onWaiting={setWaiting}
          onEnd={() => submit.current?.focus()}
        />
        <Paper withBorder style={{ overflow: 'clip' }}>
          {rows.length > 0 ? (
            <DataTable
              rows={rows}
              columns={columnsOf((product) => {
                change({ lines: lines.filter((line) => line.product !== product) });
                entry.current?.focus();
              })}
            />
          ) : (
            <Text c="dimmed" p="md">
              Leia ou digite o código, Enter, a quantidade, Enter. O mesmo código outra vez soma.
            </Text>
          )}
        </Paper>
      </div>
      <ConfirmDialog
        opened={asked !== undefined}
        confirmLabel="Registrar"
        onConfirm={() => asked && recording.send(asked)}
        onClose={() => setAsked(undefined)}
      >
        <Text>Entrou mais de uma vez nesta entrada, e soma:</Text>
        {asked?.lines.map(
          ({ product, quantity, again }) =>
            again && (
              <Text key={product} fw={600}>
                {index?.ofId.get(product)?.name}: {whole(quantity - again)} + {whole(again)} ={' '}
                {whole(quantity)}
              </Text>
            ),
        )}
        <Text>Confere com o papel?</Text>
      </ConfirmDialog>
      <Say rank="refusal" place="field" lines={1}>
        {recording.problem}
      </Say>
      <Group justify="space-between">
        <Text role="status" fw={600}>
          {recorded ?? (lines.length > 0 && sumOf(lines))}
        </Text>
        <Button
          ref={submit}
          size="md"
          disabled={lines.length === 0 && !isWaiting}
          loading={isSending}
          onClick={record}
        >
          Registrar entrada
        </Button>
      </Group>
    </Screen>
  );
}

const sumOf = (lines: Delivery['lines']) =>
  piecesOf(lines.length, sum(lines.map(({ quantity }) => quantity)));

const columnsOf = (onRemove: (product: number) => void): DataColumn<Line>[] => [
  { header: 'Produto', place: 'title', cell: ({ name }) => name },
  { header: 'Código', width: '11rem', cell: ({ code }) => code },
  {
    header: 'Quantidade',
    width: '8rem',
    place: 'amount',
    cell: ({ quantity }) => whole(quantity),
  },
  {
    header: 'Tirar',
    hideHeader: true,
    width: '60px',
    place: 'action',
    cell: ({ id, name }) => (
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Tirar ${name}`}
        onClick={() => onRemove(id)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    ),
  },
];
