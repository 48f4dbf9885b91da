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
import { FieldsForm } from '../../ui/dialogs/form-dialog.tsx';
import { useFields } from '../../ui/fields/use-fields.ts';
import { Modal } from '../../ui/modal.tsx';
import { type Column, PaperTable } from '../../ui/paper/paper-table.tsx';
import { acceptKeptSale, KEPT_SALES_KEY } from './kept-sales.queries.ts';

type Props = { kept: KeptSale; onClose: () => void };

/** All about one kept sale. One that waits is looked at here; what has to be put right is put right at the sale. */
export function KeptSaleDialog({ kept, onClose }: Props) {
  const { sale, seller, made_at, received_at, device, waiting, reasons, items, accepted } = kept;
  return (
    <Modal
      opened
      onClose={onClose}
      title={sale === null ? 'Venda guardada sem registro' : `Venda guardada nº ${sale}`}
      size="lg"
    >
      <Stack gap="sm">
        {/* A computer has no name, but a number by which two sales are known to be of the same. */}
        <Text inherit>
          {seller}, {recordedMoment(made_at)}. Chegou em {recordedMoment(received_at)}, do
          computador {device.slice(0, 8)}, que tinha {whole(waiting)} com esta.
        </Text>
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
            foot={[['Total', formatReais(kept.total)]]}
          />
        )}
        {sale === null ? (
          <Text inherit c="dimmed">
            Nada entrou no caixa: se a venda houve, registre-a no PDV com a pessoa que a fez.
          </Text>
        ) : (
          <Anchor
            inherit
            renderRoot={(props) => <Link {...props} to={paths.sales} search={{ sale }} />}
          >
            Abrir a venda nº {sale}
          </Anchor>
        )}
        {accepted && (
          <Text inherit>
            Vista por {accepted.by} em {recordedMoment(accepted.at)}
            {accepted.note && `: ${accepted.note}`}
          </Text>
        )}
        {!accepted && reasons.length > 0 && <AcceptForm kept={kept} onClose={onClose} />}
      </Stack>
    </Modal>
  );
}

const ITEM_COLUMNS: readonly Column[] = [
  { title: 'Código', code: true },
  { title: 'Produto', head: true },
  { title: 'Qtd.', figures: true },
  { title: 'Preço', figures: true },
];

function AcceptForm({ kept, onClose }: Props) {
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
    <FieldsForm
      submitLabel="Dar por vista"
      fields={fields}
      sending={sending}
      bodyOf={({ note }) => tidyText(note)}
      onCancel={onClose}
    >
      <TextInput
        {...fields.text('note')}
        label={isMissing ? 'O que foi feito' : 'Observação'}
        data-autofocus
        maxLength={MAX_LENGTH.reason}
      />
    </FieldsForm>
  );
}
