import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type { KeptSale } from '@balcao/contract/sales/kept-sales.ts';
import { recordedMoment } from '@balcao/domain/dates/recorded.ts';
import { KEPT_REASONS } from '@balcao/domain/kept-sale.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSend } from '../../api/use-send.ts';
import { paths } from '../../navigation/paths.ts';
import { whole } from '../../ui/counts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useFields } from '../../ui/fields/use-fields.ts';
import { Modal } from '../../ui/modal.tsx';
import { type Column, type Fact, Facts, PaperTable } from '../../ui/paper/paper-table.tsx';
import { acceptKeptSale, KEPT_SALES_KEY } from './kept-sales.queries.ts';

type Props = { kept: KeptSale; onClose: () => void };

/** All about one kept sale. One that waits is looked at here; what has to be put right is put right at the sale. */
export function KeptSaleDialog({ kept, onClose }: Props) {
  const { sale, reasons, accepted } = kept;
  const title = sale === null ? 'Venda guardada sem registro' : `Venda guardada nº ${sale}`;
  if (accepted || reasons.length === 0) {
    return (
      <Modal opened onClose={onClose} title={title} size="lg">
        <Content kept={kept} />
      </Modal>
    );
  }
  return <AcceptForm kept={kept} title={title} onClose={onClose} />;
}

function AcceptForm({ kept, title, onClose }: Props & { title: string }) {
  const isMissing = kept.sale === null;
  const fields = useFields(
    { note: '' },
    { note: (note) => isMissing && tidyText(note) === '' && 'Diga o que foi feito com ela.' },
  );
  const sending = useSend<string, KeptSale>({
    once: undefined,
    send: (note) => acceptKeptSale(kept.id, note),
    reloads: [KEPT_SALES_KEY],
    onDone: onClose,
    failure: 'The kept sale was not accepted',
  });
  return (
    <FormDialog
      title={title}
      size="lg"
      onClose={onClose}
      submitLabel="Dar por vista"
      fields={fields}
      sending={sending}
      bodyOf={({ note }) => tidyText(note)}
    >
      <Content kept={kept} />
      <TextInput
        {...fields.text('note')}
        label={isMissing ? 'O que foi feito' : 'Observação'}
        data-autofocus
        maxLength={MAX_LENGTH.reason}
      />
    </FormDialog>
  );
}

function Content({ kept }: { kept: KeptSale }) {
  const { sale, reasons, items, total } = kept;
  return (
    <Stack gap="sm">
      <Facts of={factsOf(kept)} />
      {reasons.length > 0 && (
        <ul aria-label="Motivos" style={{ margin: 0, paddingLeft: '1.2em' }}>
          {reasons.map((reason) => (
            <li key={reason}>{KEPT_REASONS[reason]}</li>
          ))}
        </ul>
      )}
      {items && (
        <PaperTable
          title="O que o papel diz"
          columns={ITEM_COLUMNS}
          rows={items.map(({ code, name, price, quantity }) => ({
            cells: [code, name, whole(quantity), formatReais(price)],
          }))}
          foot={[['Total', formatReais(total)]]}
        />
      )}
      {sale !== null && (
        <Anchor
          inherit
          renderRoot={(props) => <Link {...props} to={paths.sales} search={{ sale }} />}
        >
          Abrir a venda nº {sale}
        </Anchor>
      )}
      {sale === null && (
        <Text inherit c="dimmed">
          Nada entrou no caixa: se a venda houve, registre-a no PDV com a pessoa que a fez.
        </Text>
      )}
    </Stack>
  );
}

const ITEM_COLUMNS: readonly Column[] = [
  { title: 'Código', code: true },
  { title: 'Produto', head: true },
  { title: 'Qtd.', figures: true },
  { title: 'Preço', figures: true },
];

/** A computer has no name, but a number by which two rows are known to be of the same. */
function factsOf({ made_at, received_at, seller, device, waiting, total, accepted }: KeptSale) {
  const facts: Fact[] = [
    ['Feita', recordedMoment(made_at)],
    ['Chegou', recordedMoment(received_at)],
    ['Vendedor', seller],
    ['Computador', `${device.slice(0, 8)}, que tinha ${whole(waiting)} com esta`],
    ['Total', formatReais(total)],
  ];
  if (!accepted) return facts;
  return [
    ...facts,
    [
      'Vista',
      [`${recordedMoment(accepted.at)}, por ${accepted.by}`, accepted.note]
        .filter(Boolean)
        .join(': '),
    ],
  ] satisfies Fact[];
}
