import { Modal, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { ApiRefusal } from '../../../api/errors.ts';
import { paths } from '../../../navigation/paths.ts';
import { usePaper } from '../../../ui/paper/use-paper.tsx';

/**
 * Prints the receipt of a sale again, as “2ª via”; the server records it. Render `dialogs`: a link for a
 * blocked window, or the failure. `onEnd` runs before either.
 */
export function useReprint(onEnd?: () => void) {
  const receipt = usePaper(paths.receipt, 'Recibo');
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: (id: number) => call('reprintSale', { params: { id } }),
    onSuccess: (sale) => {
      onEnd?.();
      receipt.open(sale, { printAtOnce: true });
    },
    onError: (failure) => {
      onEnd?.();
      console.error('The receipt could not be printed again', failure);
    },
  });
  return {
    reprint: (saleId: number) => {
      if (!isPending) mutate(saleId);
    },
    isReprinting: (saleId: number) => isPending && variables === saleId,
    dialogs: (
      <>
        {receipt.blocked}
        <Modal opened={error !== null} onClose={reset} title="Recibo">
          <Text role="alert">
            {error instanceof ApiRefusal && error.code === 'not_found'
              ? 'Esta venda foi excluída.'
              : 'A 2ª via não pôde ser impressa. Tente de novo.'}
          </Text>
        </Modal>
      </>
    ),
  };
}
