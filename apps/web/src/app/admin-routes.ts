import {
  createRoute,
  lazyRouteComponent as lazy,
  type RouteComponent,
} from '@tanstack/react-router';
import { readAuditAddress } from '../features/audit/audit-address.ts';
import { readBankSearch } from '../features/bank/parts/bank-address.ts';
import { readEntriesSearch } from '../features/entries/entries-address.ts';
import { readPeopleSearch } from '../features/people/people-address.ts';
import { readProductSalesSearch } from '../features/product-sales/product-sales-address.ts';
import { readSalesSearch } from '../features/sales/sales-address.ts';
import { readPurchaseSearch } from '../features/stock/stock-address.ts';
import { paths } from '../navigation/paths.ts';
import { readListSearch, readPeriodSearch } from '../ui/lists/list-address.ts';
import { admit, shell } from './routes.ts';

const admin = createRoute({
  getParentRoute: () => shell,
  id: 'admin',
  beforeLoad: admit('admin'),
});
/** Lists of ours. The specification's pages are 1286 px wide at most. */
const WIDE: ReadonlySet<string> = new Set([
  paths.entries,
  paths.productSales,
  paths.purchase,
  paths.bank,
  paths.months,
  paths.clients,
  paths.students,
  paths.audit,
  paths.materialLists,
]);

const page = <const P extends string, S>(
  path: P,
  title: string,
  validateSearch: (address: Record<string, unknown>) => S,
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
    readSalesSearch,
    lazy(() => import('../features/sales/sales-page.tsx'), 'SalesPage'),
  ),
  page(
    paths.closings,
    'Fechamentos',
    readPeriodSearch,
    lazy(() => import('../features/closings/closings-page.tsx'), 'ClosingsPage'),
  ),
  page(
    paths.entries,
    'Lançamentos',
    readEntriesSearch,
    lazy(() => import('../features/entries/entries-page.tsx'), 'EntriesPage'),
  ),
  page(
    paths.products,
    'Gerenciar produtos',
    readListSearch,
    lazy(() => import('../features/products/products-page.tsx'), 'ProductsPage'),
  ),
  page(
    paths.materialLists,
    'Listas de material',
    readListSearch,
    lazy(() => import('../features/material-lists/material-lists-page.tsx'), 'MaterialListsPage'),
  ),
  page(
    paths.users,
    'Gerenciar usuários',
    readListSearch,
    lazy(() => import('../features/users/users-page.tsx'), 'UsersPage'),
  ),
  page(
    paths.paymentMethods,
    'Gerenciar formas de pagamento',
    readListSearch,
    lazy(
      () => import('../features/payment-methods/payment-methods-page.tsx'),
      'PaymentMethodsPage',
    ),
  ),
  page(
    paths.dashboard,
    'Painel',
    readPeriodSearch,
    lazy(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  ),
  page(
    paths.months,
    'Meses',
    () => ({}),
    lazy(() => import('../features/months/months-page.tsx'), 'MonthsPage'),
  ),
  page(
    paths.month,
    'Mês',
    () => ({}),
    lazy(() => import('../features/months/month-page.tsx'), 'MonthPage'),
  ),
  page(
    paths.productSales,
    'Vendas por produto',
    readProductSalesSearch,
    lazy(() => import('../features/product-sales/product-sales-page.tsx'), 'ProductSalesPage'),
  ),
  page(
    paths.delivery,
    'Entrada',
    () => ({}),
    lazy(() => import('../features/stock/delivery/delivery-page.tsx'), 'DeliveryPage'),
  ),
  page(
    paths.purchase,
    'Comprar',
    readPurchaseSearch,
    lazy(() => import('../features/stock/purchase/purchase-page.tsx'), 'PurchasePage'),
  ),
  page(
    paths.bank,
    'Conferência',
    readBankSearch,
    lazy(() => import('../features/bank/bank-page.tsx'), 'BankPage'),
  ),
  page(
    paths.clients,
    'Clientes',
    readPeopleSearch,
    lazy(() => import('../features/people/list/people-page.tsx'), 'ClientsPage'),
  ),
  page(
    paths.students,
    'Alunos',
    readPeopleSearch,
    lazy(() => import('../features/people/list/people-page.tsx'), 'StudentsPage'),
  ),
  page(
    paths.client,
    'Cliente',
    readListSearch,
    lazy(() => import('../features/people/page/person-page.tsx'), 'ClientPage'),
  ),
  page(
    paths.student,
    'Aluno',
    readListSearch,
    lazy(() => import('../features/people/page/person-page.tsx'), 'StudentPage'),
  ),
  page(
    paths.audit,
    'Auditoria',
    readAuditAddress,
    lazy(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  ),
  page(
    paths.settings,
    'Configurações',
    () => ({}),
    lazy(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  ),
]);
