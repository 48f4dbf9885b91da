import { setNonce } from 'get-nonce';

/** What the server allows style elements by. Reaches Mantine and, by setNonce, the modals' scroll lock. */
export function takeStyleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  setNonce(nonce);
  return nonce;
}
