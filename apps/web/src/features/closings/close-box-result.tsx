import { Modal, Text } from '@mantine/core';
import { paths } from '../../navigation/paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { PrintPageLink } from '../../ui/paper/print-page-link.tsx';
import type { CloseBoxState } from './use-close-box.ts';

export function CloseBoxResult({ state, onClose }: { state: CloseBoxState; onClose: () => void }) {
  return (
    <>
      <ConfirmDialog opened={state === 'no-sales'} onClose={onClose}>
        Nenhuma venda realizada hoje
      </ConfirmDialog>
      <Modal opened={state === 'blocked'} onClose={onClose} title="Caixa fechado">
        <Text mb="sm">O navegador bloqueou a janela do fechamento.</Text>
        <PrintPageLink to={paths.closingSlip}>Abrir o fechamento</PrintPageLink>
      </Modal>
    </>
  );
}
