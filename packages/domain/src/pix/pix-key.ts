import { formatCnpj } from '../cnpj.ts';
import { formatCpf, hasValidCheckDigits } from '../cpf.ts';

/** The key as the banks have it, and what it is in words. */
export type PixKey = { readonly key: string; readonly words: string };

const CPF = /^\d{3}[.\s]?\d{3}[.\s]?\d{3}[-\s]?\d{2}$/;
const RANDOM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EMAIL = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9.-]+$/;
const LONGEST = 77;

/** A phone with its area code and signs: eleven digits alone are a CPF to the banks. */
const PHONE = /^(?:\(\d{2}\)\s?|\d{2}\s)\d{4,5}[-\s.]?\d{4}$/;
/** A phone with the code of the country, and any signs. */
const PHONE_ABROAD = /^\+[1-9][\d\s().-]*$/;
const BRAZILIAN = /^\+55([1-9]{2})(9\d{4}|[2-5]\d{3})(\d{4})$/;

/** Reads a Pix key as people write it; undefined for what may be several things, or none. */
export function readPixKey(typed: string): PixKey | undefined {
  const text = typed.trim();
  if (CPF.test(text)) {
    const key = text.replace(/\D/g, '');
    return hasValidCheckDigits(key) ? { key, words: `CPF ${formatCpf(key)}` } : undefined;
  }
  const cnpj = formatCnpj(text);
  if (cnpj) return { key: cnpj.replace(/[./-]/g, ''), words: `CNPJ ${cnpj}` };
  if (RANDOM.test(text)) {
    const key = text.toLowerCase();
    return { key, words: `Chave aleatória ${key}` };
  }
  const email = text.toLowerCase();
  if (EMAIL.test(email) && email.length <= LONGEST) return { key: email, words: `E-mail ${email}` };
  return phoneOf(text);
}

function phoneOf(text: string): PixKey | undefined {
  const digits = text.replace(/\D/g, '');
  const isWhole = PHONE_ABROAD.test(text) || /^55\d{10,11}$/.test(text);
  if (!isWhole && !PHONE.test(text)) return undefined;
  const key = isWhole ? `+${digits}` : `+55${digits}`;
  if (key.startsWith('+55')) {
    const [, area, first, last] = BRAZILIAN.exec(key) ?? [];
    return area ? { key, words: `Telefone +55 (${area}) ${first}-${last}` } : undefined;
  }
  return /^\+\d{8,15}$/.test(key) ? { key, words: `Telefone ${key}` } : undefined;
}
