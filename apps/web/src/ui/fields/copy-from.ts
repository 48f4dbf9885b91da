/**
 * Copies what a text field holds. Browsers keep the clipboard for pages that came over TLS, which a
 * school's first server does not have: the old command works there. Either way the text is selected
 * afterwards, so that false, which is neither worked, leaves it ready for Ctrl+C.
 */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    // Not there at all over plain HTTP, whatever the types say.
    await (navigator.clipboard as Clipboard | undefined)?.writeText(field.value);
    if (window.isSecureContext) return true;
  } catch {
    // Refused (a policy, a permission): the old way may still do.
  }
  return document.execCommand('copy');
}
