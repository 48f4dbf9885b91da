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
import { readAuditSearch } from '../features/audit/audit-address.ts';
import { LoginPage } from '../features/auth/login-page.tsx';
import { ownBoxQuery } from '../features/cash-box/cash-box.queries.ts';
import { readPeopleSearch } from '../features/people/people-address.ts';
import { activeProductsQuery } from '../features/products/products.queries.ts';
import { readSalesSearch } from '../features/sales/sales-address.ts';
import { paths } from '../navigation/paths.ts';
import { readListSearch, readPageSearch, readPeriodSearch } from '../ui/lists/list-address.ts';
import { ErrorPage } from './error-page.tsx';
import { followSession } from './follow-session.ts';
import { landingOf } from './guards.ts';
import * as papers from './paper-routes.ts';
import { admit, root, signedIn } from './route-roots.ts';

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

const shell = createRoute({
  getParentRoute: () => signedIn,
  id: 'shell',
  component: lazy(() => import('./shell.tsx'), 'Shell'),
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
  staticData: { title: 'Minhas vendas' },
  validateSearch: readPageSearch,
  component: lazy(() => import('../features/sales/own/own-sales-page.tsx'), 'OwnSalesPage'),
});
const profile = createRoute({
  getParentRoute: () => shell,
  path: paths.profile,
  staticData: { title: 'Perfil' },
  component: lazy(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
});

const admin = createRoute({
  getParentRoute: () => shell,
  id: 'admin',
  beforeLoad: admit('admin'),
});
const sales = createRoute({
  getParentRoute: () => admin,
  path: paths.sales,
  staticData: { title: 'Vendas' },
  validateSearch: readSalesSearch,
  component: lazy(() => import('../features/sales/sales-page.tsx'), 'SalesPage'),
});
const closings = createRoute({
  getParentRoute: () => admin,
  path: paths.closings,
  staticData: { title: 'Fechamentos' },
  validateSearch: readPeriodSearch,
  component: lazy(() => import('../features/closings/closings-page.tsx'), 'ClosingsPage'),
});
const products = createRoute({
  getParentRoute: () => admin,
  path: paths.products,
  staticData: { title: 'Gerenciar produtos' },
  validateSearch: readListSearch,
  component: lazy(() => import('../features/products/products-page.tsx'), 'ProductsPage'),
});
const users = createRoute({
  getParentRoute: () => admin,
  path: paths.users,
  staticData: { title: 'Gerenciar usuários' },
  validateSearch: readListSearch,
  component: lazy(() => import('../features/users/users-page.tsx'), 'UsersPage'),
});
const paymentMethods = createRoute({
  getParentRoute: () => admin,
  path: paths.paymentMethods,
  staticData: { title: 'Gerenciar formas de pagamento' },
  validateSearch: readListSearch,
  component: lazy(
    () => import('../features/payment-methods/payment-methods-page.tsx'),
    'PaymentMethodsPage',
  ),
});
const dashboard = createRoute({
  getParentRoute: () => admin,
  path: paths.dashboard,
  staticData: { title: 'Painel' },
  validateSearch: readPeriodSearch,
  component: lazy(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});
const clients = createRoute({
  getParentRoute: () => admin,
  path: paths.clients,
  staticData: { title: 'Clientes' },
  validateSearch: readPeopleSearch,
  component: lazy(() => import('./people-pages.ts'), 'ClientsPage'),
});
const students = createRoute({
  getParentRoute: () => admin,
  path: paths.students,
  staticData: { title: 'Alunos' },
  validateSearch: readPeopleSearch,
  component: lazy(() => import('./people-pages.ts'), 'StudentsPage'),
});
const audit = createRoute({
  getParentRoute: () => admin,
  path: paths.audit,
  staticData: { title: 'Auditoria' },
  validateSearch: readAuditSearch,
  component: lazy(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
});
const settings = createRoute({
  getParentRoute: () => admin,
  path: paths.settings,
  staticData: { title: 'Configurações' },
  component: lazy(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
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
      shell.addChildren([
        counter,
        ownSales,
        profile,
        admin.addChildren([
          sales,
          closings,
          products,
          users,
          paymentMethods,
          dashboard,
          clients,
          students,
          audit,
          settings,
        ]),
      ]),
    ]),
  ]),
  // Legible addresses: the router itself would write texts as JSON (search=%22123%22).
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(JSON.stringify),
  defaultErrorComponent: ErrorPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
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
