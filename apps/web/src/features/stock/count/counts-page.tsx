import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type { StockCount } from '@balcao/contract/stock/counts.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Button, Checkbox, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { useSend } from '../../../api/use-send.ts';
import { paths } from '../../../navigation/paths.ts';
import { productsIn } from '../../../ui/counts.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useFields } from '../../../ui/fields/use-fields.ts';
import { type DataColumn, DataTable } from '../../../ui/lists/data-table.tsx';
import { ListFrame, NothingListed } from '../../../ui/lists/list-frame.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { foundBy } from '../../products/search/product-index.ts';
import { countsQuery, STOCK_KEY, stockQuery } from '../stock.queries.ts';
import { piecesOf } from '../stock-rows.ts';

/** The counts, the open ones first. Everybody counts; administrators begin and end a count. */
export function CountsPage() {
  const isAdmin = useSession()?.user.admin === true;
  const navigate = useNavigate();
  const list = useQuery(countsQuery);
  const [isBeginning, setBeginning] = useState(false);
  const open = (id: number) => void navigate({ to: paths.count, params: { id: `${id}` } });
  return (
    <Screen
      title="CONTAGEM"
      back={{ to: paths.stock, label: 'Estoque' }}
      help="contar-o-estoque"
      tools={isAdmin && <Button onClick={() => setBeginning(true)}>Começar contagem</Button>}
    >
      <ListFrame
        list={{ ...list, isPlaceholderData: false }}
        failed="As contagens não puderam ser carregadas"
        empty={
          list.data?.length === 0 ? (
            <NothingListed title="Nenhuma contagem ainda">
              <p>
                {isAdmin
                  ? 'Comece uma, e conte com quem quiser: cada pessoa no seu computador ou celular.'
                  : 'Um administrador começa a contagem; depois você conta aqui.'}
              </p>
            </NothingListed>
          ) : undefined
        }
      >
        <DataTable
          rows={list.data?.toSorted((a, b) => Number(!!a.ended) - Number(!!b.ended))}
          columns={countColumns}
          onOpen={({ id }) => open(id)}
        />
      </ListFrame>
      {isBeginning && (
        <BeginDialog onBegun={({ id }) => open(id)} onClose={() => setBeginning(false)} />
      )}
    </Screen>
  );
}

const OUTCOMES = { applied: 'Aplicada', dropped: 'Guardada sem aplicar' } as const;

export const countState = ({ ended, blind }: StockCount) =>
  `${ended ? OUTCOMES[ended.outcome] : 'Aberta'}${blind ? ', às cegas' : ''}`;

const countColumns: readonly DataColumn<StockCount>[] = [
  { header: 'Contagem', place: 'title', cell: ({ name }) => name },
  { header: 'Situação', width: '16rem', cell: countState },
  {
    header: 'Começou',
    width: '22rem',
    cell: ({ begun_at, begun_by }) => `${formatMoment(new Date(begun_at))}, ${begun_by}`,
  },
  {
    header: 'Contadas',
    width: '13rem',
    place: 'figure',
    cell: ({ pieces, counted }) => piecesOf(counted, pieces),
  },
];

type Body = { name: string; blind: boolean; products: number[] | null };
type BeginProps = { onBegun: (count: StockCount) => void; onClose: () => void };

/** A name, whether who counts sees how many there should be, and which products. */
function BeginDialog({ onBegun, onClose }: BeginProps) {
  const stock = useQuery(stockQuery(true));
  const partOf = (part: string) =>
    part.trim() === '' ? undefined : stock.data?.products.filter(foundBy(part));
  const fields = useFields(
    { name: '', part: '', blind: true },
    {
      name: (name) => !name.trim() && 'Dê um nome à contagem.',
      part: (part) => part.trim() !== '' && !partOf(part)?.length && 'Nenhum produto é assim.',
    },
  );
  const beginning = useSend<Body, StockCount>({
    once: 'begun-count',
    send: (body, key) => call('beginCount', { headers: { 'idempotency-key': key }, body }),
    reloads: [STOCK_KEY],
    onDone: onBegun,
    failure: 'The count was not begun',
  });
  const found = partOf(fields.values.part);
  return (
    <FormDialog
      title="Começar contagem"
      onClose={onClose}
      submitLabel="Começar"
      fields={fields}
      sending={beginning}
      bodyOf={({ name, blind, part }) => ({
        name: name.trim(),
        blind,
        products: partOf(part)?.map(({ id }) => id) ?? null,
      })}
    >
      <TextInput
        {...fields.text('name')}
        label="Nome da contagem"
        placeholder="Estante 2, uniformes, janeiro…"
        data-autofocus
        maxLength={MAX_LENGTH.countName}
      />
      <TextInput
        {...fields.text('part')}
        label="Só os produtos com"
        description="Parte do nome ou do código; vazio, todos"
      />
      <Text role="status" c="dimmed" mih="1.5em">
        {found && productsIn(found.length)}
      </Text>
      <Checkbox
        {...fields.checkbox('blind')}
        label="Às cegas: quem conta não vê quantas deveria haver"
      />
    </FormDialog>
  );
}
