import type { Session } from '@balcao/contract/accounts/auth.ts';
import { type Role, roleOf } from '@balcao/domain/role.ts';
import { redirect } from '@tanstack/react-router';
import { readSession } from '../api/session.ts';
import { type Path, paths } from '../navigation/paths.ts';

/** The users that a page admits: visitors, everyone signed in, or one role. */
export type Audience = 'visitor' | 'signed-in' | Role;

/** Whether the user has to change a password or set up a second factor first, at the profile. */
const isConfined = (session: Session | undefined) =>
  session?.user.password_expired || session?.user.second_factor_missing;

/** The first page of a user, and the target of a refused page. */
export function landingOf(session: Session | undefined): Path {
  if (!session) return paths.login;
  if (isConfined(session)) return paths.profile;
  return roleOf(session.user) === 'admin' ? paths.sales : paths.counter;
}

/** Returns the target of a redirect from a page for `audience`; undefined if the user may stay. */
export function redirectFor(
  audience: Audience,
  session: Session | undefined,
  at?: string,
): Path | undefined {
  // The help says how it is done.
  if (isConfined(session)) return at === paths.help ? undefined : paths.profile;
  const welcome =
    audience === 'visitor'
      ? session === undefined
      : session !== undefined && (audience === 'signed-in' || audience === roleOf(session.user));
  return welcome ? undefined : landingOf(session);
}

/** Keeps all but the audience from a page. */
export function admit(audience: Audience) {
  return ({ location }: { location: { pathname: string } }) => {
    const to = redirectFor(audience, readSession(), location.pathname);
    if (to && to !== location.pathname) throw redirect({ to, replace: true });
  };
}

/** Leads to the first page of the user. */
export function land() {
  throw redirect({ to: landingOf(readSession()), replace: true });
}
