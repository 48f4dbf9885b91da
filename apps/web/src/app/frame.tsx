import { Outlet } from '@tanstack/react-router';
import { useInstitution } from '../features/institution/use-institution.ts';
import classes from './frame.module.css';

/** Around every page, including the login and the papers; nothing of it is printed. */
export function Frame() {
  const institution = useInstitution();
  return (
    <>
      {institution?.sample && <aside className={classes.sample}>Loja de demonstração</aside>}
      <Outlet />
    </>
  );
}
