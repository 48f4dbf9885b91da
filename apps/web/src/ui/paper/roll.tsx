import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './print-page.module.css';

const MM_OF_PX = 25.4 / 96;

type Props = { width: '80' | '58'; children: ReactNode };

/** A piece of a roll of this many millimetres, as long as its content: the printer cuts there. */
export function Roll({ width, children }: Props) {
  const roll = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    if (!roll.current) return;
    roll.current.style.removeProperty('--roll-height');
    const height = Math.ceil(roll.current.getBoundingClientRect().height * MM_OF_PX);
    roll.current.style.setProperty('--roll-height', `${height}mm`);
    // The content security policy allows no style element of ours.
    const page = new CSSStyleSheet();
    page.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0 }`);
    document.adoptedStyleSheets.push(page);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page);
    };
  });

  return (
    <article ref={roll} className={classes.roll} data-roll={width} data-light>
      {children}
    </article>
  );
}
