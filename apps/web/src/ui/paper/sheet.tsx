import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './print-page.module.css';

const LARGEST_PT = 13;
const SMALLEST_PT = 5;
const STEP_PT = 0.25;
/** Below this, a smaller head and smaller margins leave more of the page to the text. */
const CROWDED_PT = 9;
/** For a text that fits one sheet at no size: it takes several sheets and stays readable. */
const OVERLONG_PT = 10;

/** One A4 sheet: its text shrinks until it fits, measured at the size of the paper even on a phone. */
export function Sheet({ children }: { children: ReactNode }) {
  const sheet = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (sheet.current && content.current) fitToPaper(sheet.current, content.current);
  });

  return (
    <article ref={sheet} className={classes.sheet} data-light>
      <div ref={content} className={classes.content}>
        {children}
      </div>
    </article>
  );
}

function fitToPaper(sheet: HTMLElement, content: HTMLElement): void {
  sheet.dataset.fit = 'measuring';
  for (const crowded of [false, true]) {
    sheet.toggleAttribute('data-crowded', crowded);
    const smallest = crowded ? SMALLEST_PT : CROWDED_PT;
    for (let size = LARGEST_PT; size >= smallest; size -= STEP_PT) {
      sheet.style.setProperty('--sheet-text', `${size}pt`);
      if (content.scrollHeight > content.clientHeight) continue;
      sheet.dataset.fit = 'one';
      return;
    }
  }
  sheet.style.setProperty('--sheet-text', `${OVERLONG_PT}pt`);
  sheet.dataset.fit = 'many';
}
