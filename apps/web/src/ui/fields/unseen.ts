import { seenText } from '@balcao/domain/typed-text.ts';

/** A password is sent as it is typed, and so is the login that it belongs to. */
const isTypedAsIs = ({ type, autocomplete }: HTMLInputElement) =>
  type === 'password' || autocomplete === 'username';

/**
 * Takes characters that nobody sees out of every text field, as they are typed or pasted: they come with texts of
 * messages and PDFs, and the server refuses them. It runs before React reads the field.
 */
export function takeOutUnseen(): void {
  document.addEventListener(
    'input',
    ({ target: field }) => {
      if (!(field instanceof HTMLInputElement) || isTypedAsIs(field)) return;
      const { value, selectionStart } = field;
      const seen = seenText(value);
      // A field without a caret holds no text.
      if (seen === value || selectionStart === null) return;
      const caret = seenText(value.slice(0, selectionStart)).length;
      setFieldValue(field, seen);
      field.setSelectionRange(caret, caret);
    },
    true,
  );
}

/** Sets a value that React then takes for typed: it ignores one set through the element's own property. */
export function setFieldValue(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
}
