/**
 * Copies the text of a field and leaves it selected. Browsers offer the clipboard API only over TLS,
 * which a school's first server does not have; the old command works there. Returns false if neither
 * works; the user can then press Ctrl+C.
 */
export async function copyFrom(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    // Plain HTTP has no clipboard, contrary to the types.
    await (navigator.clipboard as Clipboard | undefined)?.writeText(field.value);
    if (window.isSecureContext) return true;
  } catch {
    // A policy or a permission forbids it: the old command may still work.
  }
  return document.execCommand('copy');
}
