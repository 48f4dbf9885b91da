import type { PaymentMethod } from '@balcao/contract/payment-methods.ts';
import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import { ListAndDialog } from '../../ui/lists/list-and-dialog.tsx';
import { useListAddress } from '../../ui/lists/use-list-address.ts';
import { paymentMethodWords } from './payment-method-words.ts';
import {
  PAYMENT_METHODS_KEY,
  paymentMethodsQuery,
  removePaymentMethod,
  savePaymentMethod,
} from './payment-methods.queries.ts';

const columns: readonly DataColumn<PaymentMethod>[] = [
  { header: 'Nome', cell: ({ name }) => name, place: 'title' },
];

export function PaymentMethodsPage() {
  const queryClient = useQueryClient();
  const address = useListAddress();
  return (
    <ListAndDialog
      words={paymentMethodWords}
      list={useQuery(paymentMethodsQuery(address.slice))}
      address={address}
      columns={columns}
      fields={(method, typed, errorAt) => (
        <TextInput
          label="Nome"
          name="name"
          error={errorAt('name')}
          defaultValue={typed?.name ?? method?.name}
          maxLength={60}
          autoComplete="off"
          data-autofocus
        />
      )}
      save={(method, form) => savePaymentMethod(method, { name: String(form.get('name')) })}
      remove={removePaymentMethod}
      reload={() => queryClient.invalidateQueries({ queryKey: PAYMENT_METHODS_KEY })}
    />
  );
}
