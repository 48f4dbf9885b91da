import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { institutionQuery } from '../features/institution/institution.queries.ts';
import classes from './frame.module.css';

/** Around every page, including the login and the papers; nothing of it is printed. */
export function Frame() {
  const { data: institution } = useQuery(institutionQuery);
  return (
    <>
      {institution?.sample && <aside className={classes.sample}>Loja de demonstração</aside>}
      <Outlet />
    </>
  );
}
