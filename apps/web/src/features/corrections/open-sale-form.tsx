import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { CPF_DIGITS } from '@balcao/domain/cpf.ts';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { CpfField } from '../../ui/fields/cpf-field.tsx';
import { takeFocus } from '../../ui/fields/focus.ts';
import { wordsOf } from '../../ui/messages/outcome.ts';

type Props = { sale: number; onOpened: (sale: SaleToCorrect) => void; onClose: () => void };

/** A sale that is not the seller's own: whoever bought it is there, and says their CPF. */
export function OpenSaleForm({ sale, onOpened, onClose }: Props) {
  const [cpf, setCpf] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const opening = useMutation({
    mutationFn: () => call('openSale', { params: { id: sale }, body: { cpf } }),
    // No CPF stays in memory.
    gcTime: 0,
    onSuccess: onOpened,
    onError: (error) => console.error('The sale was not opened', error),
  });
  const submit = () => {
    const whole = cpf.length === CPF_DIGITS;
    setIncomplete(!whole);
    if (whole) opening.mutate();
  };
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel="Abrir a venda"
      busy={opening.isPending}
      problem={incomplete ? 'Digite o CPF inteiro.' : wordsOf(opening.error, REFUSED, NOT_OPENED)}
      fault={incomplete || opening.isError ? 'cpf' : undefined}
      onCancel={onClose}
      cancelLabel="Fechar"
    >
      <Text>
        Nenhuma venda sua tem este número. Se a venda é de outra pessoa, ela abre com o CPF do
        cliente, e isso fica registrado.
      </Text>
      <CpfField
        ref={takeFocus}
        name="cpf"
        label="CPF do cliente"
        maw="16rem"
        value={cpf}
        onChange={setCpf}
      />
    </DialogForm>
  );
}

const NOT_OPENED = 'A venda não pôde ser aberta. Tente de novo.';
const REFUSED = { not_found: 'Não há venda com este número e este CPF.' };
