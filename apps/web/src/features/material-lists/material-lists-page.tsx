import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import { ActionIcon, Checkbox, Group, TextInput } from '@mantine/core';
import { IconCopyPlus } from '@tabler/icons-react';
import { productsIn } from '../../ui/counts.ts';
import type { EditForm, FieldsProps } from '../../ui/dialogs/edit-form.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { ListAndDialog, type ListWords } from '../../ui/lists/list-and-dialog.tsx';
import { CREATED_MS } from '../../ui/messages/outcome.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { ImportButton } from '../imports/import-button.tsx';
import { type Items, ItemsField } from './items-field.tsx';
import { nextYear, unusableWords, validityWords } from './list-words.ts';
import {
  LISTS_KEY,
  listMaterialLists,
  removeMaterialList,
  saveMaterialList,
} from './material-lists.queries.ts';

const materialWords: ListWords = {
  title: 'LISTAS DE MATERIAL',
  help: 'listas-de-material',
  search: 'Buscar lista',
  add: '+ Adicionar lista',
  empty: 'Nenhuma lista de material',
  newTitle: 'Nova lista de material',
  editTitle: 'Editar lista de material',
  notRestored: 'Ativa é a de agora.',
  create: {
    done: 'Lista criada com sucesso!',
    failed: 'Erro ao criar a lista.',
    doneMs: CREATED_MS,
  },
  edit: { done: 'Lista editada com sucesso!', failed: 'Erro ao editar a lista.' },
  remove: {
    askInList: 'Tem certeza que deseja excluir esta lista?',
    askInDialog: 'Tem certeza que deseja excluir a lista?',
    done: 'Lista excluída com sucesso!',
    failed: 'Erro ao excluir a lista.',
  },
};

const materialColumns: readonly DataColumn<ListedMaterials>[] = [
  { header: 'Código', cell: ({ code }) => code, width: '11rem' },
  { header: 'Lista', cell: ({ name }) => name, place: 'title' },
  { header: 'Validade', cell: validityWords, width: '15rem', place: 'line' },
  {
    header: 'Produtos',
    cell: ({ items }) => productsIn(items.length),
    width: '8rem',
    place: 'line',
  },
  {
    header: 'No PDV',
    cell: (list) => unusableWords(list) ?? 'vale hoje',
    width: '13rem',
    place: 'line',
  },
];

const MATERIAL_EXPORTS = [{ list: 'material_lists', label: 'Listas de material' }] as const;

export function MaterialListsPage() {
  return (
    <ListAndDialog
      words={materialWords}
      queryKey={LISTS_KEY}
      read={listMaterialLists}
      remove={removeMaterialList}
      columns={materialColumns}
      form={form}
      tools={(search) => (
        <>
          <ImportButton what="lists" queryKey={LISTS_KEY} />
          <ExportButton lists={MATERIAL_EXPORTS} filter={{ search }} />
        </>
      )}
      rowActions={(list, openNew) => (
        <ActionIcon
          variant="subtle"
          aria-label={`Copiar para o próximo ano: ${list.name}`}
          title="Copiar para o próximo ano"
          onClick={() => openNew(nextYear(list))}
        >
          <IconCopyPlus size={18} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}

type Input = Omit<ReturnType<typeof nextYear>, 'items'> & { items: Items };

const form: EditForm<ListedMaterials, Input> = {
  inputOf: (list) => ({
    code: list?.code ?? '',
    name: list?.name ?? '',
    valid_from: list?.valid_from ?? '',
    valid_to: list?.valid_to ?? '',
    active: list?.active ?? true,
    items: list?.items ?? [],
  }),
  notRestored: ['active'],
  newStays: true,
  save: (list, { valid_from, valid_to, items, ...fields }) =>
    saveMaterialList(list, {
      ...fields,
      valid_from: valid_from || null,
      valid_to: valid_to || null,
      // The server refuses none, and names the field.
      items: items.map(({ product, quantity }) => ({ product, quantity: quantity ?? 0 })),
    }),
  fields: ListFields,
};

/** What was stored of another version may be no list. */
const asItems = (items: unknown): Items =>
  Array.isArray(items) ? items.filter((item) => typeof item?.name === 'string') : [];

function ListFields({ fields }: FieldsProps<Input>) {
  const { name, code, items } = fields.values;
  // Only the code of a copy is still to come.
  const isCopy = name !== '' && code === '';
  return (
    <>
      <TextInput
        {...fields.text('name')}
        label="Nome da lista"
        placeholder="3º ano 2027"
        maxLength={MAX_LENGTH.listName}
        data-autofocus={!isCopy || undefined}
      />
      <TextInput
        {...fields.text('code')}
        label="Código da lista"
        maxLength={MAX_LENGTH.productCode}
        data-autofocus={isCopy || undefined}
      />
      <Group grow align="flex-start">
        <TextInput {...fields.text('valid_from')} type="date" label="Válida de" />
        <TextInput {...fields.text('valid_to')} type="date" label="Válida até" />
      </Group>
      <Checkbox {...fields.checkbox('active')} label="Ativa" />
      <ItemsField
        items={asItems(items)}
        error={fields.errors.items}
        onChange={(items) => fields.change({ items })}
      />
    </>
  );
}
