import './mantine-signed-in.css';
import { Outlet } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { IdleCover } from './lock/cover.tsx';

/** Around every page of a signed-in user, papers too, with the style sheets that the login does without. */
export function SignedIn() {
  const user = useSession()?.user;
  return (
    <>
      <Outlet />
      {user && <IdleCover name={user.name} />}
    </>
  );
}
