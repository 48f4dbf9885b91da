import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './print-page.module.css';

const LARGEST_PT = 13;
const SMALLEST_PT = 5;
const STEP_PT = 0.5;
/** Of a text that no size brings onto one sheet: it takes several, and stays readable. */
const OVERLONG_PT = 10;

/**
 * An A4 sheet, and only one: its text shrinks until everything fits. Measured at the size of the paper,
 * also where the screen is too narrow to show it so.
 */
export function Sheet({ children }: { children: ReactNode }) {
  const sheet = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (sheet.current && content.current) fitToPaper(sheet.current, content.current);
  });

  return (
    <article ref={sheet} className={classes.sheet}>
      <div ref={content} className={classes.content}>
        {children}
      </div>
    </article>
  );
}

function fitToPaper(sheet: HTMLElement, content: HTMLElement): void {
  sheet.dataset.fit = 'measuring';
  for (let size = LARGEST_PT; size >= SMALLEST_PT; size -= STEP_PT) {
    sheet.style.setProperty('--sheet-text', `${size}pt`);
    if (content.scrollHeight > content.clientHeight) continue;
    sheet.dataset.fit = 'one';
    return;
  }
  sheet.style.setProperty('--sheet-text', `${OVERLONG_PT}pt`);
  sheet.dataset.fit = 'many';
}
