import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import { paths } from '../navigation/paths.ts';
import { admit, signedIn } from './route-roots.ts';

export const receipt = createRoute({
  getParentRoute: () => signedIn,
  path: paths.receipt,
  component: lazy(() => import('../features/sales/receipt/receipt-page.tsx'), 'ReceiptPage'),
});
export const correction = createRoute({
  getParentRoute: () => signedIn,
  path: paths.correction,
  component: lazy(
    () => import('../features/corrections/paper/correction-paper-page.tsx'),
    'CorrectionPaperPage',
  ),
});
export const closingSlip = createRoute({
  getParentRoute: () => signedIn,
  path: paths.closingSlip,
  component: lazy(
    () => import('../features/closings/slip/closing-slip-page.tsx'),
    'ClosingSlipPage',
  ),
});
export const movementSlip = createRoute({
  getParentRoute: () => signedIn,
  path: paths.movementSlip,
  component: lazy(
    () => import('../features/cash-box/paper/movement-slip-page.tsx'),
    'MovementSlipPage',
  ),
});
export const boxReport = createRoute({
  getParentRoute: () => signedIn,
  path: paths.boxReport,
  component: lazy(() => import('../features/cash-box/paper/box-report-page.tsx'), 'BoxReportPage'),
});
export const periodReport = createRoute({
  getParentRoute: () => signedIn,
  path: paths.periodReport,
  component: lazy(() => import('../features/reports/period-report-page.tsx'), 'PeriodReportPage'),
});
export const statement = createRoute({
  getParentRoute: () => signedIn,
  path: paths.statement,
  beforeLoad: admit('admin'),
  component: lazy(() => import('../features/people/statement/statement-page.tsx'), 'StatementPage'),
});
