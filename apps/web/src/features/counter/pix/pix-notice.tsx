import { useQuery } from '@tanstack/react-query';
import { pixQuery } from '../../institution/pix.queries.ts';
import { LoadNotice } from '../parts/load-notice.tsx';

/** Without the receiver's data there is no QR code, and no question about the bank. */
export function PixNotice() {
  const query = useQuery(pixQuery);
  const failed = 'Não foi possível carregar os dados do Pix.';
  return <LoadNotice query={query} empty={false} failed={failed} nothing="" />;
}
