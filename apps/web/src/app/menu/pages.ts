import type { Role } from '@balcao/domain/role.ts';
import {
  IconBox,
  IconBuildingBank,
  IconCalendarCheck,
  IconCash,
  IconCashRegister,
  IconChartBar,
  IconCreditCard,
  IconHelp,
  IconHistory,
  IconListCheck,
  IconListDetails,
  IconListSearch,
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

/**
 * The groups of the menu. Of the pages that the specification names the order stays: Ger. Fechamentos, Vendas,
 * Ger. Produtos, Ger. Usuários, Ger. Met. Pagamento, PDV, Perfil.
 */
export const groups = [
  {
    title: 'Movimento',
    for: 'admin',
    column: 1,
    pages: [
      { label: 'Ger. Fechamentos', to: paths.closings, icon: IconCash },
      { label: 'Vendas', to: paths.sales, icon: IconReceipt },
      { label: 'Painel', to: paths.dashboard, icon: IconTrendingUp },
      { label: 'Produtos vendidos', to: paths.productSales, icon: IconChartBar },
      { label: 'Estoque', to: paths.stock, icon: IconBox },
    ],
  },
  {
    title: 'Tesouraria',
    for: 'admin',
    column: 1,
    pages: [
      { label: 'Conferência', to: paths.bank, icon: IconBuildingBank },
      { label: 'Meses', to: paths.months, icon: IconCalendarCheck },
      { label: 'Lançamentos', to: paths.entries, icon: IconListSearch },
    ],
  },
  {
    title: 'Cadastros',
    for: 'admin',
    column: 2,
    pages: [
      { label: 'Ger. Produtos', to: paths.products, icon: IconPackage },
      { label: 'Ger. Usuários', to: paths.users, icon: IconUsers },
      { label: 'Ger. Met. Pagamento', to: paths.paymentMethods, icon: IconCreditCard },
      { label: 'Listas', to: paths.materialLists, icon: IconListCheck },
      { label: 'Clientes', to: paths.clients, icon: IconUser },
      { label: 'Alunos', to: paths.students, icon: IconSchool },
    ],
  },
  {
    title: 'Sistema',
    for: 'admin',
    column: 2,
    pages: [
      { label: 'Auditoria', to: paths.audit, icon: IconHistory },
      { label: 'Configurações', to: paths.settings, icon: IconSettings },
    ],
  },
  {
    title: 'Atendimento',
    for: 'all',
    column: 3,
    pages: [
      { label: 'PDV', to: paths.counter, icon: IconCashRegister },
      { label: 'Meus recibos', to: paths.ownSales, icon: IconListDetails },
    ],
  },
  {
    title: 'Conta',
    for: 'all',
    column: 3,
    pages: [
      { label: 'Perfil', to: paths.profile, icon: IconUserCircle },
      { label: 'Ajuda', to: paths.help, icon: IconHelp },
    ],
  },
] as const;

export type MenuGroup = (typeof groups)[number];

/** Found by Ctrl+K alone, by a part of their name: parts of a page, and those that a seller's menu does not have. */
const unlisted = [
  { for: 'seller', label: 'Estoque', to: paths.stock },
  { for: 'admin', label: 'Entrada', to: paths.delivery },
  { for: 'all', label: 'Contagem', to: paths.counts },
  { for: 'admin', label: 'Comprar', to: paths.purchase },
  { for: 'admin', label: 'Estoque: perda, avaria, uso ou acerto', to: paths.stock },
  { for: 'all', label: 'Treino', to: paths.practice },
] as const;

/** The pages that a role may open: those of the menu, or all. */
export const pagesOf = (role: Role, all: boolean) => {
  const isOf = (whose: { for: string }) => whose.for === 'all' || whose.for === role;
  return [
    ...groups.filter(isOf).flatMap((group): readonly MenuGroup['pages'][number][] => group.pages),
    ...(all ? unlisted.filter(isOf) : []),
  ];
};
