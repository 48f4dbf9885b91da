import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { readSession } from '../api/session.ts';
import { LoginPage } from '../features/auth/login-page.tsx';
import { ownBoxQuery } from '../features/cash-box/cash-box.queries.ts';
import { useInstitution } from '../features/institution/use-institution.ts';
import { activeProductsQuery } from '../features/products/products.queries.ts';
import { loadReceiptPage } from '../features/sales/receipt/load-receipt.ts';
import { ownSalesFilter } from '../features/sales/sales-filter.ts';
import { stockFilter } from '../features/stock/stock-filter.ts';
import { paths } from '../navigation/paths.ts';
import classes from './frame.module.css';
import { admit, land } from './guards.ts';
import { lazy } from './lazy-page.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    /** A list of ours, with columns for all of a large window. */
    wide?: true;
  }
}

const root = createRootRoute({ component: Frame });
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

// Of the counter that opened it; without one it shows the logos alone, as the login does.
const clientScreen = createRoute({
  getParentRoute: () => root,
  path: paths.clientScreen,
  staticData: { title: 'Tela do cliente' },
  component: lazy(
    () => import('../features/counter/client-screen/client-screen-page.tsx'),
    'ClientScreenPage',
  ),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: admit('signed-in'),
  component: lazy(() => import('./signed-in.tsx'), 'SignedIn'),
});

const paper = <const P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => signedIn, path, component });

const papers = [
  paper(paths.receipt, lazy(loadReceiptPage, 'ReceiptPage')),
  paper(
    paths.correction,
    lazy(() => import('../features/corrections/paper/correction-text.tsx'), 'CorrectionPaperPage'),
  ),
  paper(
    paths.closingSlip,
    lazy(() => import('../features/closings/slip/closing-slip-page.tsx'), 'ClosingSlipPage'),
  ),
  paper(
    paths.movementSlip,
    lazy(() => import('../features/cash-box/paper/movement-slip-page.tsx'), 'MovementSlipPage'),
  ),
  paper(
    paths.boxReport,
    lazy(() => import('../features/cash-box/paper/box-report-page.tsx'), 'BoxReportPage'),
  ),
  paper(
    paths.periodReport,
    lazy(() => import('../features/reports/period-report-page.tsx'), 'PeriodReportPage'),
  ),
] as const;
const statement = createRoute({
  getParentRoute: () => signedIn,
  path: paths.statement,
  beforeLoad: admit('admin'),
  component: lazy(() => import('../features/people/statement/statement-page.tsx'), 'StatementPage'),
});

// Outside of the frame, whose calls are real.
const practice = createRoute({
  getParentRoute: () => signedIn,
  path: paths.practice,
  staticData: { title: 'Treino' },
  component: lazy(() => import('../features/counter/practice/practice-page.tsx'), 'PracticePage'),
});

export const shell = createRoute({
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
  staticData: { title: 'Meus recibos' },
  validateSearch: ownSalesFilter.search,
  component: lazy(() => import('../features/sales/own/own-sales-page.tsx'), 'OwnSalesPage'),
});
const stock = createRoute({
  getParentRoute: () => shell,
  path: paths.stock,
  staticData: { title: 'Estoque', wide: true },
  validateSearch: stockFilter.search,
  component: lazy(() => import('../features/stock/list/stock-page.tsx'), 'StockPage'),
});
const counts = createRoute({
  getParentRoute: () => shell,
  path: paths.counts,
  staticData: { title: 'Contagem' },
  component: lazy(() => import('../features/stock/count/counts-page.tsx'), 'CountsPage'),
});
const count = createRoute({
  getParentRoute: () => shell,
  path: paths.count,
  staticData: { title: 'Contagem' },
  component: lazy(() => import('../features/stock/count/count-page.tsx'), 'CountPage'),
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

/** The tree of all routes, with those that administrators alone may open. */
export const routeTree = <const T extends AnyRoute>(adminPages: T) =>
  root.addChildren([
    home,
    unknown,
    login,
    clientScreen,
    signedIn.addChildren([
      ...papers,
      statement,
      practice,
      shell.addChildren([counter, ownSales, stock, counts, count, profile, help, adminPages]),
    ]),
  ]);

/** Around every page, including the login and the papers; nothing of it is printed. */
function Frame() {
  const institution = useInstitution();
  return (
    <>
      {institution?.sample && <aside className={classes.sample}>Loja de demonstração</aside>}
      <Outlet />
    </>
  );
}
