import { useQuery } from '@tanstack/react-query';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { pixQuery } from '../../institution/institution.queries.ts';

/** Without the receiver's data there is no QR code, and no question about the bank. */
export function PixNotice() {
  return (
    <LoadNotice query={useQuery(pixQuery)} failed="Não foi possível carregar os dados do Pix." />
  );
}
