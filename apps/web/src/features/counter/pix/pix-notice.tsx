import { useQuery } from '@tanstack/react-query';
import { LoadNotice } from '../parts/load-notice.tsx';
import { counterPixQuery } from './sale-pix.ts';

/** Without the receiver's data there is no QR code, and no question about the bank. */
export function PixNotice() {
  const query = useQuery(counterPixQuery);
  const failed = 'Não foi possível carregar os dados do Pix.';
  return <LoadNotice query={query} empty={false} failed={failed} nothing="" />;
}
