import {
  IconCash,
  IconCashRegister,
  IconCreditCard,
  IconHelp,
  IconHistory,
  IconListDetails,
  IconPackage,
  IconReceipt,
  IconSchool,
  IconSettings,
  IconTrendingUp,
  IconUser,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { paths } from '../../navigation/paths.ts';

/** The pages of the menu and of the jump box. */
export const pages = [
  { label: 'Ger. Fechamentos', to: paths.closings, for: 'admin', icon: IconCash },
  { label: 'Vendas', to: paths.sales, for: 'admin', icon: IconReceipt },
  { label: 'Ger. Produtos', to: paths.products, for: 'admin', icon: IconPackage },
  { label: 'Ger. Usuários', to: paths.users, for: 'admin', icon: IconUsers },
  { label: 'Ger. Met. Pagamento', to: paths.paymentMethods, for: 'admin', icon: IconCreditCard },
  { label: 'Painel', to: paths.dashboard, for: 'admin', icon: IconTrendingUp },
  { label: 'Clientes', to: paths.clients, for: 'admin', icon: IconUser },
  { label: 'Alunos', to: paths.students, for: 'admin', icon: IconSchool },
  { label: 'Auditoria', to: paths.audit, for: 'admin', icon: IconHistory },
  { label: 'Configurações', to: paths.settings, for: 'admin', icon: IconSettings },
  { label: 'PDV', to: paths.counter, for: 'all', icon: IconCashRegister },
  { label: 'Meus recibos', to: paths.ownSales, for: 'all', icon: IconListDetails },
  { label: 'Perfil', to: paths.profile, for: 'all', icon: IconUserCircle },
  { label: 'Ajuda', to: paths.help, for: 'all', icon: IconHelp },
] as const;
