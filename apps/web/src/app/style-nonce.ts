import { setNonce } from 'get-nonce';

/** Returns the nonce that style elements need; setNonce hands it to the scroll lock of modals. */
export function takeStyleNonce(): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  setNonce(nonce);
  return nonce;
}
