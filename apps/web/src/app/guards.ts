import type { Session } from '@balcao/contract/auth.ts';
import { type Role, roleOf } from '@balcao/domain/role.ts';
import { type Path, paths } from '../navigation/paths.ts';

/** Whom a page lets in: visitors only, whoever is signed in, or one role. */
export type Audience = 'visitor' | 'signed-in' | Role;

/** Where a person starts, and where they end up when a page is not for them. */
export function landingOf(session: Session | undefined): Path {
  if (!session) return paths.login;
  if (session.user.password_expired) return paths.profile;
  return roleOf(session.user) === 'admin' ? paths.sales : paths.counter;
}

/** Where somebody has to go instead of a page for `audience`; undefined when they may stay. */
export function elsewhere(audience: Audience, session: Session | undefined): Path | undefined {
  if (session?.user.password_expired) return paths.profile;
  const welcome =
    audience === 'visitor'
      ? session === undefined
      : session !== undefined && (audience === 'signed-in' || audience === roleOf(session.user));
  return welcome ? undefined : landingOf(session);
}
