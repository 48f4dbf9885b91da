import type { PaymentMethod } from '@balcao/contract/payment-methods.ts';
import { TextInput } from '@mantine/core';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { type FieldsProps, ListAndDialog } from '../../ui/lists/list-and-dialog.tsx';
import { paymentMethodWords } from './payment-method-words.ts';
import {
  listPaymentMethods,
  PAYMENT_METHODS_KEY,
  removePaymentMethod,
  savePaymentMethod,
} from './payment-methods.queries.ts';

const columns: readonly DataColumn<PaymentMethod>[] = [
  { header: 'Nome', cell: ({ name }) => name, place: 'title' },
];

export function PaymentMethodsPage() {
  return (
    <ListAndDialog
      words={paymentMethodWords}
      queryKey={PAYMENT_METHODS_KEY}
      read={listPaymentMethods}
      save={(method, form) => savePaymentMethod(method, { name: String(form.get('name')) })}
      remove={removePaymentMethod}
      columns={columns}
      fields={PaymentMethodFields}
    />
  );
}

function PaymentMethodFields({ row, unsaved, errorAt }: FieldsProps<PaymentMethod>) {
  return (
    <TextInput
      label="Nome"
      name="name"
      error={errorAt('name')}
      defaultValue={unsaved?.name ?? row?.name}
      maxLength={60}
      autoComplete="off"
      data-autofocus
    />
  );
}
