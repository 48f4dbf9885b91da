const ATTRIBUTE = 'data-mantine-color-scheme';

/** Paper is white, whatever the screen shows. */
export function printInLight(): void {
  const root = document.documentElement;
  let shown: string | null = null;
  window.addEventListener('beforeprint', () => {
    shown = root.getAttribute(ATTRIBUTE);
    root.setAttribute(ATTRIBUTE, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (shown) root.setAttribute(ATTRIBUTE, shown);
  });
}
