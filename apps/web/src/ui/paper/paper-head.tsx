import type { Institution } from '@balcao/contract/shop/institution.ts';
import type { ReactNode } from 'react';
import classes from './paper.module.css';
import { SchoolLogo } from './school-logo.tsx';

type Props = {
  institution: Institution;
  title: string;
  /** Small lines under the title. */
  children: ReactNode;
};

/** The top of a one-sheet paper: the logos of the schools and the title. */
export function PaperHead({ institution, title, children }: Props) {
  return (
    <>
      <header className={classes.letterhead}>
        {institution.institutions.map((school, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the two never change places
          <SchoolLogo key={index} school={school} alt="" />
        ))}
        {/* On rolls, in place of the logos. */}
        {institution.institutions.map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the two never change places
          <b key={index}>{name}</b>
        ))}
      </header>
      <div className={classes.heading}>
        <h1>{title}</h1>
        <span>{children}</span>
      </div>
    </>
  );
}
