import type { Sale } from '@balcao/contract/sales.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { paths } from '../../../navigation/paths.ts';
import { PrintPageLink } from '../../../ui/paper/print-page-link.tsx';

type Props = {
  /** The sale that is recorded; undefined: nothing is shown. */
  sale: Sale | undefined;
  /** It is the same as what is on the screen: a copy of this tab has sold it. */
  copied: boolean;
  /** What is on the screen is another sale. */
  onKeep: () => void;
  /** What is on the screen was only meant as a change of the recorded sale, or is made anew. */
  onDrop: () => void;
};

/** An order turns out to be recorded already, unheard and then changed, or by a copy of this tab. */
export function EarlierSaleDialog({ sale, copied, onKeep, onDrop }: Props) {
  // Not even a closed dialog: it would be drawn at each key that is pressed on the page.
  if (!sale) return null;
  return (
    <Modal
      opened
      onClose={onKeep}
      title="Atenção!"
      withCloseButton={false}
      // It has to be answered.
      closeOnClickOutside={false}
      closeOnEscape={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      styles={{ title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } }}
    >
      <Text role="alert">
        A venda nº {sale.id}, de <strong>{sale.client_data.name}</strong>, total{' '}
        <strong>{formatCents(centsFromReais(sale.total_general))}</strong>, já estava registrada
        {copied ? '' : ', como foi enviada antes da alteração'}. O que está na tela{' '}
        <strong>não foi registrado{copied && ' de novo'}</strong>.
      </Text>
      <Text mt="xs">
        <PrintPageLink to={paths.receipt}>Abrir recibo da venda registrada</PrintPageLink>
      </Text>
      <Text mt="xs">
        {copied
          ? 'Para vender o mesmo outra vez, continue com o pedido e finalize.'
          : 'Se o que está na tela for outra venda, remova o que já foi vendido e finalize.'}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus={copied || undefined} onClick={onDrop}>
          Começar outra venda
        </Button>
        <Button color="green" data-autofocus={!copied || undefined} onClick={onKeep}>
          Continuar com o pedido
        </Button>
      </Group>
    </Modal>
  );
}
