import {
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { readSession } from '../api/session.ts';
import { LoginPage } from '../features/auth/login-page.tsx';
import { ownBoxQuery } from '../features/cash-box/cash-box.queries.ts';
import { activeProductsQuery } from '../features/products/products.queries.ts';
import { paths } from '../navigation/paths.ts';
import { readPageSearch } from '../ui/lists/list-address.ts';
import { adminPages } from './admin-routes.ts';
import { ErrorPage } from './error-page.tsx';
import { followSession } from './follow-session.ts';
import { landingOf } from './guards.ts';
import { canRestoreScrolls } from './kept-scrolls.ts';
import * as papers from './paper-routes.ts';
import { admit, root, shell, signedIn } from './route-roots.ts';

function land() {
  throw redirect({ to: landingOf(readSession()), replace: true });
}

const home = createRoute({ getParentRoute: () => root, path: paths.home, beforeLoad: land });
const unknown = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: land });

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  beforeLoad: admit('visitor'),
  staticData: { title: 'Entrar' },
  // Not lazy: every page shares its parts, and the login appears one request sooner.
  component: LoginPage,
});

const counter = createRoute({
  getParentRoute: () => shell,
  path: paths.counter,
  staticData: { title: 'PDV' },
  // While the page's files load: 5,000 products take long.
  loader: () => {
    void queryClient.prefetchQuery(activeProductsQuery);
    const seller = readSession()?.user.id;
    if (seller !== undefined) void queryClient.prefetchQuery(ownBoxQuery(seller));
  },
  component: lazy(() => import('../features/counter/counter-page.tsx'), 'CounterPage'),
});
const ownSales = createRoute({
  getParentRoute: () => shell,
  path: paths.ownSales,
  staticData: { title: 'Meus recibos' },
  validateSearch: readPageSearch,
  component: lazy(() => import('../features/sales/own/own-sales-page.tsx'), 'OwnSalesPage'),
});
const profile = createRoute({
  getParentRoute: () => shell,
  path: paths.profile,
  staticData: { title: 'Perfil' },
  component: lazy(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
});
const help = createRoute({
  getParentRoute: () => shell,
  path: paths.help,
  staticData: { title: 'Ajuda' },
  component: lazy(() => import('../features/help/help-page.tsx'), 'HelpPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    unknown,
    login,
    signedIn.addChildren([
      papers.receipt,
      papers.correction,
      papers.closingSlip,
      papers.movementSlip,
      papers.boxReport,
      papers.periodReport,
      papers.statement,
      shell.addChildren([counter, ownSales, profile, help, adminPages]),
    ]),
  ]),
  // Legible addresses: the router itself would write texts as JSON (search=%22123%22).
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(JSON.stringify),
  defaultErrorComponent: ErrorPage,
  defaultPreload: 'intent',
  scrollRestoration: canRestoreScrolls(),
});

followSession(() => void router.invalidate());

// Papers set the title of their tab themselves.
router.subscribe('onResolved', () => {
  const title = router.state.matches.findLast((match) => match.staticData.title)?.staticData.title;
  if (title) document.title = `${title} · Balcão`;
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
  }
  interface Register {
    router: typeof router;
  }
}
