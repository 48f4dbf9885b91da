export const paths = {
  home: '/',
  login: '/login',
  counter: '/pdv',
  receipt: '/pdf',
  correction: '/pdfDevolucao',
  closingSlip: '/pdfFechamento',
  movementSlip: '/pdfMovimento',
  boxReport: '/pdfCaixa',
  periodReport: '/pdf-report',
  profile: '/perfil',
  products: '/produtos',
  users: '/usuarios',
  sales: '/vendas',
  ownSales: '/minhas-vendas',
  closings: '/gerenciarFechamentos',
  paymentMethods: '/categorias',
  dashboard: '/painel',
  audit: '/auditoria',
  settings: '/configuracoes',
} as const;

export type Path = (typeof paths)[keyof typeof paths];
