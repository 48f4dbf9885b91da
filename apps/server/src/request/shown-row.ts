/*
 * The specification's edit is a whole PUT, so an old form put back an old price or role that somebody had changed.
 * The dialog says in the header Shown-Row what it was shown, as an address writes it (`code=10&name=Caneta`), and
 * only the fields that differ from it are set. A version of the row (If-Match) would let a change of the name refuse
 * one of the price. Without the header everything is set, as other clients rely on. The header is believed: it
 * protects from an oversight, not from an administrator.
 */
import { Refusal } from './refusal.ts';

/** An old one of these, put back unseen, costs money or gives a power back. */
const GUARDED: Record<string, string> = { price: 'o valor', admin: 'o cargo', active: 'o Ativo' };

/**
 * The row after an edit, which sets of `sent` what differs from what the form was shown; all of it if nobody says what
 * was shown. Throws changed_meanwhile if a price, a role or the active flag is now neither what was shown nor what is
 * sent; and if a field of `words`, which has the words for it, was changed by the form and by somebody else.
 */
export function edited<Row extends object>(
  current: Row,
  sent: Partial<Row>,
  shown: string | undefined,
  words: Readonly<Record<string, string>> = {},
): Row {
  const seen = new URLSearchParams(shown);
  const now = new Map<string, unknown>(Object.entries(current));
  const changed = Object.entries(sent).filter(([name, value]) => {
    if (seen.get(name) === null) return true;
    const isChanged = seen.get(name) !== String(value);
    const isClash = now.get(name) !== value && seen.get(name) !== String(now.get(name));
    const what = GUARDED[name] ?? (isChanged ? words[name] : undefined);
    if (isClash && what) throw changedMeanwhile(what);
    return isChanged;
  });
  return { ...current, ...Object.fromEntries(changed) };
}

/** Somebody else has changed `what` since the form was opened. */
export const changedMeanwhile = (what: string) =>
  new Refusal('changed_meanwhile', {
    detail: `Outra pessoa mudou ${what} desde que você abriu isto. Nada foi salvo: veja como está agora e salve de novo.`,
  });
