import { call } from '../../api/call.ts';
import { refusalCode } from '../../api/errors.ts';
import { paths } from '../../navigation/paths.ts';
import { useReprint } from '../../ui/paper/tab/use-reprint.tsx';

/** Prints the receipt of a sale again. */
export const useReceiptReprint = () =>
  useReprint({
    path: paths.receipt,
    label: 'Recibo',
    reprint: (id) => call('reprintSale', { params: { id } }),
    failureText: (error) =>
      refusalCode(error) === 'not_found'
        ? 'Esta venda foi excluída.'
        : 'A 2ª via não pôde ser impressa. Tente de novo.',
  });
