import { useQuery } from '@tanstack/react-query';
import { institutionQuery } from '../institution/institution.queries.ts';
import classes from './school-logos.module.css';

/** The logos of the institutions; their space is reserved while they load. */
export function SchoolLogos() {
  const { data } = useQuery(institutionQuery);
  return (
    <div className={classes.logos}>
      {data?.institutions.map((school) => (
        <img key={school.name} src={school.logo} alt={school.name} />
      ))}
    </div>
  );
}
