import type { SaleToCorrect } from '@balcao/contract/corrections.ts';
import { CPF_DIGITS } from '@balcao/domain/cpf.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { type ApiRefusal, refusalCode } from '../../api/errors.ts';
import { CpfField } from '../../ui/fields/cpf-field.tsx';

type Props = { sale: number; onOpened: (sale: SaleToCorrect) => void; onClose: () => void };

/** A sale that is not the seller's own: whoever bought it is there, and says their CPF. */
export function OpenSaleForm({ sale, onOpened, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [cpf, setCpf] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const focus = () => form.current?.querySelector('input')?.focus();
  useEffect(focus, []);
  const opening = useMutation({
    mutationFn: () => call('openSale', { params: { id: sale }, body: { cpf } }),
    // No CPF stays in memory.
    gcTime: 0,
    onSuccess: onOpened,
    onError: (error) => {
      console.error('The sale was not opened', error);
      focus();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const whole = cpf.length === CPF_DIGITS;
    setIncomplete(!whole);
    if (!whole) focus();
    else if (!opening.isPending) opening.mutate();
  };
  const problem = incomplete
    ? 'Digite o CPF inteiro.'
    : opening.error && refusalText(opening.error);

  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="sm">
        <Text>
          Nenhuma venda sua tem este número. Se a venda é de outra pessoa, ela abre com o CPF do
          cliente, e isso fica registrado.
        </Text>
        <CpfField label="CPF do cliente" maw="16rem" value={cpf} onChange={setCpf} />
        {/* Room for a line, so that the buttons do not move. */}
        <Text role="alert" size="sm" fw={600} c="red" mih="1.5em">
          {problem}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Fechar
          </Button>
          <Button type="submit" loading={opening.isPending}>
            Abrir a venda
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function refusalText(error: Error): string {
  if (refusalCode(error) === 'not_found') return 'Não há venda com este número e este CPF.';
  if (refusalCode(error) === 'too_many_people') return (error as ApiRefusal).problem.detail;
  return 'A venda não pôde ser aberta. Tente de novo.';
}
