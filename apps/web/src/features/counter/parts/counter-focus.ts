import { fieldsOf, readStored } from '../../../storage/stored-json.ts';

/** The text fields of the first step, by their ids. */
const ORDER_FIELDS = [
  'cpf',
  'client-name',
  'registration',
  'student-name',
  'code',
  'product-name',
  'quantity',
] as const;

/** The ids of the elements that the counter moves the focus to. */
export type FieldId =
  | (typeof ORDER_FIELDS)[number]
  | 'close-order'
  | 'finish'
  | `method-${number}`
  | `amount-${number}`
  | `pix-${number}`
  | 'given-back';

/** Focuses a field and selects its text, or puts the caret at its end. */
export function focusField(id: FieldId, caret: 'all' | 'end' = 'all'): void {
  const element = document.getElementById(id);
  element?.focus();
  if (!(element instanceof HTMLInputElement)) return;
  if (caret === 'all') element.select();
  else element.setSelectionRange(element.value.length, element.value.length);
}

/** After an amount that pays the rest: the Pix that is not found yet, or else FINALIZAR VENDA. */
export function focusPaid(row: number): void {
  const pix = document.getElementById(`pix-${row}`);
  focusField(pix?.ariaChecked === 'false' ? `pix-${row}` : 'finish');
}

/** Under 'counter-focus' an earlier version has stored the bare id. */
const KEPT_FIELD = 'counter-field';

/** `text`: of a search, which the stored order does not hold. */
type KeptField = { readonly id: FieldId; readonly text?: string };

/** Stores which field of the order has the focus, and what is searched there, for the reload after a sale. */
export function keepFocus(): void {
  const field = document.activeElement;
  const id = ORDER_FIELDS.find((each) => each === field?.id);
  if (!id || !(field instanceof HTMLInputElement)) return;
  const isSearch = id === 'code' || id === 'product-name';
  const kept: KeptField = { id, ...(isSearch && { text: field.value }) };
  sessionStorage.setItem(KEPT_FIELD, JSON.stringify(kept));
}

/** The stored field. */
export function keptField(): KeptField | undefined {
  return readStored(sessionStorage.getItem(KEPT_FIELD), (value) => {
    const { id, text } = fieldsOf<KeptField>(value);
    const known = ORDER_FIELDS.find((each) => each === id);
    return known && { id: known, ...(typeof text === 'string' && { text }) };
  });
}

/** The stored field, once. */
export function takeKeptFocus(): FieldId | undefined {
  const kept = keptField();
  sessionStorage.removeItem(KEPT_FIELD);
  return kept?.id;
}
