import type { Institution } from '@balcao/contract/shop/institution.ts';
import classes from './paper.module.css';

/** Where and on which day the paper was made. */
export function PlaceAndDay({ institution, day }: { institution: Institution; day: string }) {
  return <p className={classes.place}>{[institution.city, day].filter(Boolean).join(', ')}</p>;
}

/** Space to sign in, and the lines under it: side by side, or one under the other on a roll. */
export function Signatures({ of }: { of: readonly string[] }) {
  return (
    <div className={classes.signatures}>
      {of.map((who) => (
        <p key={who}>{who}</p>
      ))}
    </div>
  );
}

/** The names and tax numbers of the schools, at the foot of a sheet. */
export function Schools({ institution }: { institution: Institution }) {
  return (
    <ul className={classes.schools}>
      {institution.institutions.map(({ name, cnpj }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two never change places
        <li key={index}>
          <b>{name}</b>
          {cnpj && <span>CNPJ {cnpj}</span>}
        </li>
      ))}
    </ul>
  );
}
