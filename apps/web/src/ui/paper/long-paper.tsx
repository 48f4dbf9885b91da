import type { Institution } from '@balcao/contract/shop/institution.ts';
import { formatDay } from '@balcao/domain/dates/business-day.ts';
import type { ReactNode } from 'react';
import { timeNow } from '../../storage/server-clock.ts';
import classes from './long-paper.module.css';
import { SchoolLogo } from './school-logo.tsx';

type Props = {
  label: string;
  head: ReactNode;
  /** Not all of it is rendered: it is not printed. */
  busy?: boolean;
  /** Smaller letters, for many columns. */
  dense?: boolean;
  children: ReactNode;
};

/** A paper of as many A4 pages as it needs, each with its number. */
export function LongPaper({ label, head, busy, dense, children }: Props) {
  return (
    <article
      className={classes.paper}
      aria-label={label}
      aria-busy={busy}
      data-dense={dense}
      data-numbered-pages
      data-light
      // So that the keyboard can scroll a table wider than the screen.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
    >
      {head}
      {children}
    </article>
  );
}

type HeadProps = { title: string; institution: Institution; lines: readonly string[] };

/** Its day, title and the lines that say of what it is. */
export function LongHead({ title, institution, lines }: HeadProps) {
  return (
    <header className={classes.head}>
      <div>
        <p>Emissão: {formatDay(timeNow())}</p>
        <h1>{title}</h1>
        {lines.filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <SchoolLogo school={institution.institutions[0]} alt="" />
    </header>
  );
}
