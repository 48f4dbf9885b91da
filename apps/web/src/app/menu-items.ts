import type { Role } from '@balcao/domain/role.ts';
import {
  IconCash,
  IconCashRegister,
  IconCreditCard,
  IconHistory,
  IconLock,
  IconLogout,
  IconPackage,
  IconReceipt,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { paths } from '../navigation/paths.ts';

const pages = [
  { label: 'Ger. Fechamentos', to: paths.closings, for: 'admin', icon: IconCash },
  { label: 'Vendas', to: paths.sales, for: 'admin', icon: IconReceipt },
  { label: 'Ger. Produtos', to: paths.products, for: 'admin', icon: IconPackage },
  { label: 'Ger. Usuários', to: paths.users, for: 'admin', icon: IconUsers },
  { label: 'Ger. Met. Pagamento', to: paths.paymentMethods, for: 'admin', icon: IconCreditCard },
  { label: 'Auditoria', to: paths.audit, for: 'admin', icon: IconHistory },
  { label: 'PDV', to: paths.counter, for: 'all', icon: IconCashRegister },
  { label: 'Perfil', to: paths.profile, for: 'all', icon: IconUserCircle },
] as const;

/** The pages that a role finds in the menu, in their order. */
export function pagesOf(role: Role) {
  return pages.filter((page) => page.for === 'all' || page.for === role);
}

export const menuActions = [
  { label: 'FECHAR CAIXA', action: 'closeBox', icon: IconLock },
  { label: 'Sair', action: 'signOut', icon: IconLogout },
] as const;
