import {
  createRootRoute,
  createRoute,
  lazyRouteComponent as lazy,
  redirect,
} from '@tanstack/react-router';
import { readSession } from '../api/session.ts';
import { Frame } from './frame.tsx';
import { type Audience, redirectFor } from './guards.ts';

export function admit(audience: Audience) {
  return ({ location }: { location: { pathname: string } }) => {
    const to = redirectFor(audience, readSession(), location.pathname);
    if (to && to !== location.pathname) throw redirect({ to, replace: true });
  };
}

export const root = createRootRoute({ component: Frame });

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: admit('signed-in'),
  component: lazy(() => import('./signed-in.tsx'), 'SignedIn'),
});

export const shell = createRoute({
  getParentRoute: () => signedIn,
  id: 'shell',
  component: lazy(() => import('./shell.tsx'), 'Shell'),
});
