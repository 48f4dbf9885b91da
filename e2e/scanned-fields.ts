import type { Locator } from '@playwright/test';

export const EAN = '7891234567895';

export const stateOf = (field: Pick<Locator, 'evaluate'>) =>
  field.evaluate(({ value, selectionStart, selectionEnd }: HTMLInputElement) => ({
    value,
    caret: [selectionStart, selectionEnd],
  }));

/** Puts the caret in the middle, where it has to be after the scan. */
export const placeCaret = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => {
    input.focus();
    input.setSelectionRange(1, 1);
  });
