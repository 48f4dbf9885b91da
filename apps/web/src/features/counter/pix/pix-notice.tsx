import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { usePixLine } from './sale-pix.ts';

/** Without the receiver's data there is no QR code, and no question about the bank. */
export function PixNotice() {
  const { query } = usePixLine();
  return <LoadNotice query={query} failed="Não foi possível carregar os dados do Pix." />;
}
