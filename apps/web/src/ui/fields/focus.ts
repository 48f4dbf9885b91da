/**
 * What had the focus is gone (a deleted row, a dialog that another one opened): the keyboard goes on
 * from the page's heading instead of from the top of the document.
 */
export function headingIfFocusIsLost(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  });
}
