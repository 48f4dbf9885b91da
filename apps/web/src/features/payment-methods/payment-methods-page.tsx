import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import type { PaymentMethod } from '@balcao/contract/shop/payment-methods.ts';
import { TextInput } from '@mantine/core';
import type { FieldsProps } from '../../ui/dialogs/edit-form.ts';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { ListAndDialog, type ListWords } from '../../ui/lists/list-and-dialog.tsx';
import { CREATED_MS } from '../../ui/messages/outcome.ts';
import {
  listPaymentMethods,
  PAYMENT_METHODS_KEY,
  removePaymentMethod,
  savePaymentMethod,
} from './payment-methods.queries.ts';

const methodWords: ListWords = {
  title: 'GERENCIAR FORMAS DE PAGAMENTO',
  help: 'formas-de-pagamento',
  search: 'Buscar tipo',
  add: '+ Adicionar tipo',
  empty: 'Nenhuma forma de pagamento cadastrada',
  newTitle: 'Nova forma de pagamento',
  editTitle: 'Editar forma de pagamento',
  create: {
    done: 'Forma de pagamento criada com sucesso!',
    failed: 'Erro ao criar a forma de pagamento.',
    doneMs: CREATED_MS,
  },
  edit: {
    done: 'Forma de pagamento editada com sucesso!',
    failed: 'Erro ao editar a forma de pagamento.',
    doneMs: CREATED_MS,
  },
  remove: {
    askInList: 'Tem certeza que deseja excluir esta forma de pagamento?',
    askInDialog: 'Tem certeza que deseja excluir a forma de pagamento?',
    done: 'Forma de pagamento excluída com sucesso!',
    // The specification has "o forma".
    failed: 'Erro ao excluir o forma de pagamento.',
  },
};

const methodColumns: readonly DataColumn<PaymentMethod>[] = [
  { header: 'Nome', cell: ({ name }) => name, place: 'title' },
];

export function PaymentMethodsPage() {
  return (
    <ListAndDialog
      words={methodWords}
      queryKey={PAYMENT_METHODS_KEY}
      read={listPaymentMethods}
      remove={removePaymentMethod}
      columns={methodColumns}
      form={{
        inputOf: (method) => ({ name: method?.name ?? '' }),
        save: savePaymentMethod,
        fields: PaymentMethodFields,
      }}
    />
  );
}

function PaymentMethodFields({ fields }: FieldsProps<{ name: string }>) {
  return (
    <TextInput
      {...fields.text('name')}
      label="Nome"
      maxLength={MAX_LENGTH.methodName}
      data-autofocus
    />
  );
}
