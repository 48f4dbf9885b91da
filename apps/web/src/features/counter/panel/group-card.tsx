import type { ReactNode } from 'react';
import classes from './group-card.module.css';

type Props = { title: string; children: ReactNode; className?: string | undefined };

/** A section of the counter: a group named by its title. */
export function GroupCard({ title, children, className }: Props) {
  return (
    <fieldset className={className ? `${classes.card} ${className}` : classes.card}>
      <legend className={classes.title}>{title}</legend>
      {children}
    </fieldset>
  );
}
