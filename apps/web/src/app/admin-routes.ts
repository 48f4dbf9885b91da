import { createRoute, type RouteComponent } from '@tanstack/react-router';
import { auditFilter } from '../features/audit/audit-filter.ts';
import { bankFilter } from '../features/bank/parts/bank-filter.ts';
import { entriesFilter } from '../features/entries/entries-filter.ts';
import { keptSalesFilter } from '../features/kept-sales/kept-sales-filter.ts';
import { peopleFilter } from '../features/people/people-filter.ts';
import { productSalesFilter } from '../features/product-sales/product-sales-filter.ts';
import { salesFilter } from '../features/sales/sales-filter.ts';
import { purchaseFilter } from '../features/stock/stock-filter.ts';
import { paths } from '../navigation/paths.ts';
import { byMonth, bySearch, type Filter } from '../ui/lists/filter.ts';
import { admit } from './guards.ts';
import { lazy } from './lazy-page.ts';
import { shell } from './routes.tsx';

const admin = createRoute({
  getParentRoute: () => shell,
  id: 'admin',
  beforeLoad: admit('admin'),
});
/** Lists of ours. The specification's pages are 1286 px wide at most. */
const WIDE: ReadonlySet<string> = new Set([
  paths.entries,
  paths.keptSales,
  paths.productSales,
  paths.purchase,
  paths.bank,
  paths.months,
  paths.clients,
  paths.students,
  paths.audit,
  paths.materialLists,
]);

const UNFILTERED = { search: () => ({}) };

const page = <const P extends string>(
  path: P,
  title: string,
  { search: validateSearch }: Pick<Filter<unknown, unknown>, 'search'>,
  component: RouteComponent,
) =>
  createRoute({
    getParentRoute: () => admin,
    path,
    staticData: { title, ...(WIDE.has(path) && { wide: true }) },
    validateSearch,
    component,
  });
export const adminPages = admin.addChildren([
  page(
    paths.sales,
    'Vendas',
    salesFilter,
    lazy(() => import('../features/sales/sales-page.tsx'), 'SalesPage'),
  ),
  page(
    paths.keptSales,
    'Vendas guardadas',
    keptSalesFilter,
    lazy(() => import('../features/kept-sales/kept-sales-page.tsx'), 'KeptSalesPage'),
  ),
  page(
    paths.closings,
    'Fechamentos',
    byMonth,
    lazy(() => import('../features/closings/closings-page.tsx'), 'ClosingsPage'),
  ),
  page(
    paths.entries,
    'Lançamentos',
    entriesFilter,
    lazy(() => import('../features/entries/entries-page.tsx'), 'EntriesPage'),
  ),
  page(
    paths.products,
    'Gerenciar produtos',
    bySearch,
    lazy(() => import('../features/products/products-page.tsx'), 'ProductsPage'),
  ),
  page(
    paths.materialLists,
    'Listas de material',
    bySearch,
    lazy(() => import('../features/material-lists/material-lists-page.tsx'), 'MaterialListsPage'),
  ),
  page(
    paths.users,
    'Gerenciar usuários',
    bySearch,
    lazy(() => import('../features/users/users-page.tsx'), 'UsersPage'),
  ),
  page(
    paths.paymentMethods,
    'Gerenciar formas de pagamento',
    bySearch,
    lazy(
      () => import('../features/payment-methods/payment-methods-page.tsx'),
      'PaymentMethodsPage',
    ),
  ),
  page(
    paths.dashboard,
    'Painel',
    byMonth,
    lazy(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  ),
  page(
    paths.months,
    'Meses',
    UNFILTERED,
    lazy(() => import('../features/months/months-page.tsx'), 'MonthsPage'),
  ),
  page(
    paths.month,
    'Mês',
    UNFILTERED,
    lazy(() => import('../features/months/month-page.tsx'), 'MonthPage'),
  ),
  page(
    paths.productSales,
    'Vendas por produto',
    productSalesFilter,
    lazy(() => import('../features/product-sales/product-sales-page.tsx'), 'ProductSalesPage'),
  ),
  page(
    paths.delivery,
    'Entrada',
    UNFILTERED,
    lazy(() => import('../features/stock/delivery/delivery-page.tsx'), 'DeliveryPage'),
  ),
  page(
    paths.purchase,
    'Comprar',
    purchaseFilter,
    lazy(() => import('../features/stock/purchase/purchase-page.tsx'), 'PurchasePage'),
  ),
  page(
    paths.bank,
    'Conferência',
    bankFilter,
    lazy(() => import('../features/bank/bank-page.tsx'), 'BankPage'),
  ),
  page(
    paths.clients,
    'Clientes',
    peopleFilter,
    lazy(() => import('../features/people/list/people-page.tsx'), 'ClientsPage'),
  ),
  page(
    paths.students,
    'Alunos',
    peopleFilter,
    lazy(() => import('../features/people/list/people-page.tsx'), 'StudentsPage'),
  ),
  page(
    paths.client,
    'Cliente',
    bySearch,
    lazy(() => import('../features/people/page/person-page.tsx'), 'ClientPage'),
  ),
  page(
    paths.student,
    'Aluno',
    bySearch,
    lazy(() => import('../features/people/page/person-page.tsx'), 'StudentPage'),
  ),
  page(
    paths.audit,
    'Auditoria',
    auditFilter,
    lazy(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  ),
  page(
    paths.settings,
    'Configurações',
    UNFILTERED,
    lazy(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  ),
]);
