import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import { readAuditAddress } from '../features/audit/audit-address.ts';
import { readPeopleSearch } from '../features/people/people-address.ts';
import { readSalesSearch } from '../features/sales/sales-address.ts';
import { paths } from '../navigation/paths.ts';
import { readListSearch, readPeriodSearch } from '../ui/lists/list-address.ts';
import { admit, shell } from './route-roots.ts';

const root = createRoute({
  getParentRoute: () => shell,
  id: 'admin',
  beforeLoad: admit('admin'),
});
const sales = createRoute({
  getParentRoute: () => root,
  path: paths.sales,
  staticData: { title: 'Vendas' },
  validateSearch: readSalesSearch,
  component: lazy(() => import('../features/sales/sales-page.tsx'), 'SalesPage'),
});
const closings = createRoute({
  getParentRoute: () => root,
  path: paths.closings,
  staticData: { title: 'Fechamentos' },
  validateSearch: readPeriodSearch,
  component: lazy(() => import('../features/closings/closings-page.tsx'), 'ClosingsPage'),
});
const products = createRoute({
  getParentRoute: () => root,
  path: paths.products,
  staticData: { title: 'Gerenciar produtos' },
  validateSearch: readListSearch,
  component: lazy(() => import('../features/products/products-page.tsx'), 'ProductsPage'),
});
const users = createRoute({
  getParentRoute: () => root,
  path: paths.users,
  staticData: { title: 'Gerenciar usuários' },
  validateSearch: readListSearch,
  component: lazy(() => import('../features/users/users-page.tsx'), 'UsersPage'),
});
const paymentMethods = createRoute({
  getParentRoute: () => root,
  path: paths.paymentMethods,
  staticData: { title: 'Gerenciar formas de pagamento' },
  validateSearch: readListSearch,
  component: lazy(
    () => import('../features/payment-methods/payment-methods-page.tsx'),
    'PaymentMethodsPage',
  ),
});
const dashboard = createRoute({
  getParentRoute: () => root,
  path: paths.dashboard,
  staticData: { title: 'Painel' },
  validateSearch: readPeriodSearch,
  component: lazy(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});
const clients = createRoute({
  getParentRoute: () => root,
  path: paths.clients,
  staticData: { title: 'Clientes' },
  validateSearch: readPeopleSearch,
  component: lazy(() => import('../features/people/list/people-page.tsx'), 'ClientsPage'),
});
const students = createRoute({
  getParentRoute: () => root,
  path: paths.students,
  staticData: { title: 'Alunos' },
  validateSearch: readPeopleSearch,
  component: lazy(() => import('../features/people/list/people-page.tsx'), 'StudentsPage'),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: paths.audit,
  staticData: { title: 'Auditoria' },
  validateSearch: readAuditAddress,
  component: lazy(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: paths.settings,
  staticData: { title: 'Configurações' },
  component: lazy(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
});

export const adminPages = root.addChildren([
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
]);
