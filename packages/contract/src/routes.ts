import { firstRoutes, type Route } from './first-routes.ts';

export type { Access, Route } from './first-routes.ts';

/**
 * Every call and its access. Without schemas, so that the browser loads no validators. A call of ours lives
 * under no path of the specification: a server that knows only that one must not take it for another.
 */
export const routes = {
  ...firstRoutes,
  unlock: { method: 'POST', path: '/api/auth/unlock/', access: 'signed-in' },
  changePassword: { method: 'PUT', path: '/api/auth/change_password/', access: 'signed-in' },

  readSecondFactor: { method: 'GET', path: '/api/auth/second_factor/', access: 'signed-in' },
  beginSecondFactor: { method: 'POST', path: '/api/auth/second_factor/', access: 'admin' },
  confirmSecondFactor: { method: 'PUT', path: '/api/auth/second_factor/', access: 'admin' },
  endSecondFactor: {
    method: 'POST',
    path: '/api/auth/second_factor/end/',
    access: 'signed-in',
  },
  listSessions: { method: 'GET', path: '/api/accounts/:id/sessions/', access: 'signed-in' },
  endSessions: { method: 'POST', path: '/api/accounts/:id/sessions/end/', access: 'signed-in' },

  listUsers: { method: 'GET', path: '/api/users/', access: 'admin' },
  createUser: { method: 'POST', path: '/api/users/', access: 'admin' },
  editUser: { method: 'PUT', path: '/api/users/:id/', access: 'admin' },
  deleteUser: { method: 'DELETE', path: '/api/users/:id/', access: 'admin' },
  resetPassword: { method: 'POST', path: '/api/accounts/:id/reset_password/', access: 'admin' },

  listActiveProducts: { method: 'GET', path: '/api/pdv/productsAll/', access: 'signed-in' },
  listInactiveProducts: {
    method: 'GET',
    path: '/api/pdv/inactiveProducts/',
    access: 'signed-in',
  },
  listProducts: { method: 'GET', path: '/api/pdv/products/', access: 'signed-in' },
  readProductGrid: { method: 'GET', path: '/api/pdv/productGrid/', access: 'signed-in' },
  pinProducts: { method: 'PUT', path: '/api/pdv/pinnedProducts/', access: 'admin' },
  createProduct: { method: 'POST', path: '/api/pdv/products/', access: 'admin' },
  editProduct: { method: 'PUT', path: '/api/pdv/products/:id/', access: 'admin' },
  deleteProduct: { method: 'DELETE', path: '/api/pdv/products/:id/', access: 'admin' },
  readPriceHistory: { method: 'GET', path: '/api/pdv/priceHistory/:id/', access: 'admin' },
  previewPrices: { method: 'POST', path: '/api/pdv/priceChanges/preview/', access: 'admin' },
  changePrices: { method: 'POST', path: '/api/pdv/priceChanges/', access: 'admin' },
  listPriceChanges: { method: 'GET', path: '/api/pdv/priceChanges/', access: 'admin' },
  undoPrices: { method: 'POST', path: '/api/pdv/priceChanges/:id/undo/', access: 'admin' },

  listPaymentMethods: { method: 'GET', path: '/api/pdv/paymentMethods/', access: 'signed-in' },
  createPaymentMethod: { method: 'POST', path: '/api/pdv/paymentMethods/', access: 'admin' },
  editPaymentMethod: { method: 'PUT', path: '/api/pdv/paymentMethods/:id/', access: 'admin' },
  deletePaymentMethod: { method: 'DELETE', path: '/api/pdv/paymentMethods/:id/', access: 'admin' },

  findClients: { method: 'GET', path: '/api/pdv/clients/', access: 'signed-in' },
  createClient: { method: 'POST', path: '/api/pdv/clients/', access: 'signed-in' },
  editClient: { method: 'PUT', path: '/api/pdv/clientNames/:id/', access: 'signed-in' },
  findStudentsOfClient: {
    method: 'POST',
    path: '/api/pdv/companions/students/',
    access: 'signed-in',
  },
  findStudents: { method: 'GET', path: '/api/pdv/students/', access: 'signed-in' },
  createStudent: { method: 'POST', path: '/api/pdv/students/', access: 'signed-in' },
  editStudent: { method: 'PUT', path: '/api/pdv/studentNames/:id/', access: 'signed-in' },
  findClientsOfStudent: {
    method: 'POST',
    path: '/api/pdv/companions/clients/',
    access: 'signed-in',
  },

  listSales: { method: 'GET', path: '/api/pdv/sales/', access: 'signed-in' },
  findSales: { method: 'POST', path: '/api/pdv/recordedSales/find/', access: 'admin' },
  listOwnSales: { method: 'POST', path: '/api/pdv/recordedSales/mine/', access: 'signed-in' },
  createSale: { method: 'POST', path: '/api/pdv/sales/', access: 'signed-in' },
  deleteSale: { method: 'DELETE', path: '/api/pdv/sales/:id/', access: 'admin' },
  reprintSale: { method: 'POST', path: '/api/pdv/recordedSales/:id/reprint/', access: 'signed-in' },

  readSale: { method: 'GET', path: '/api/pdv/recordedSales/:id/', access: 'signed-in' },
  openSale: { method: 'POST', path: '/api/pdv/recordedSales/:id/open/', access: 'signed-in' },
  createRefund: {
    method: 'POST',
    path: '/api/pdv/recordedSales/:id/refunds/',
    access: 'signed-in',
  },
  createExchange: {
    method: 'POST',
    path: '/api/pdv/recordedSales/:id/exchanges/',
    access: 'signed-in',
  },
  correctPayments: {
    method: 'POST',
    path: '/api/pdv/recordedSales/:id/payments/',
    access: 'signed-in',
  },
  listCorrections: { method: 'GET', path: '/api/pdv/corrections/', access: 'signed-in' },
  reprintCorrection: {
    method: 'POST',
    path: '/api/pdv/corrections/:id/reprint/',
    access: 'signed-in',
  },
  approve: { method: 'POST', path: '/api/approvals/', access: 'signed-in' },

  listParkedSales: { method: 'GET', path: '/api/pdv/parkedSales/', access: 'signed-in' },
  parkSale: { method: 'POST', path: '/api/pdv/parkedSales/', access: 'signed-in' },
  claimParkedSale: {
    method: 'POST',
    path: '/api/pdv/parkedSales/:id/claim/',
    access: 'signed-in',
  },
  deleteParkedSale: { method: 'DELETE', path: '/api/pdv/parkedSales/:id/', access: 'signed-in' },

  closeBox: { method: 'POST', path: '/api/pdv/closeBox/', access: 'signed-in' },
  listClosings: { method: 'GET', path: '/api/pdv/closeBoxList/', access: 'admin' },

  readOwnBox: { method: 'GET', path: '/api/pdv/box/', access: 'signed-in' },
  openBox: { method: 'POST', path: '/api/pdv/box/', access: 'signed-in' },
  moveCash: { method: 'POST', path: '/api/pdv/box/movements/', access: 'signed-in' },
  listOpenBoxes: { method: 'GET', path: '/api/pdv/boxes/', access: 'admin' },
  readBox: { method: 'GET', path: '/api/pdv/boxes/:id/', access: 'admin' },
  countBox: { method: 'POST', path: '/api/pdv/boxes/:id/count/', access: 'signed-in' },
  settleBox: { method: 'POST', path: '/api/pdv/boxes/:id/settle/', access: 'signed-in' },

  readPix: { method: 'GET', path: '/api/pdv/pix/', access: 'signed-in' },
  editPix: { method: 'PUT', path: '/api/pdv/pix/', access: 'admin' },
  listPixPayments: { method: 'GET', path: '/api/pdv/closings/:id/pix/', access: 'signed-in' },

  readDashboard: { method: 'GET', path: '/api/pdv/dashboard/', access: 'admin' },
  listClients: { method: 'POST', path: '/api/clients/search/', access: 'admin' },
  readClient: { method: 'GET', path: '/api/clients/:id/', access: 'admin' },
  correctClient: { method: 'PUT', path: '/api/clients/:id/', access: 'admin' },
  mergeClients: { method: 'POST', path: '/api/clients/:id/merge/', access: 'admin' },
  readClientStatement: {
    method: 'GET',
    path: '/api/clients/:id/statement/',
    access: 'admin',
  },
  exportClient: { method: 'POST', path: '/api/clients/:id/export/', access: 'admin' },
  anonymiseClient: { method: 'POST', path: '/api/clients/:id/anonymise/', access: 'admin' },
  listStudents: { method: 'POST', path: '/api/students/search/', access: 'admin' },
  readStudent: { method: 'GET', path: '/api/students/:id/', access: 'admin' },
  correctStudent: { method: 'PUT', path: '/api/students/:id/', access: 'admin' },
  mergeStudents: { method: 'POST', path: '/api/students/:id/merge/', access: 'admin' },
  readStudentStatement: {
    method: 'GET',
    path: '/api/students/:id/statement/',
    access: 'admin',
  },
  exportStudent: { method: 'POST', path: '/api/students/:id/export/', access: 'admin' },
  anonymiseStudent: { method: 'POST', path: '/api/students/:id/anonymise/', access: 'admin' },
  createLink: { method: 'POST', path: '/api/links/', access: 'admin' },
  deleteLink: { method: 'DELETE', path: '/api/links/:id/', access: 'admin' },

  listAudit: { method: 'GET', path: '/api/audit/', access: 'admin' },
  exportList: { method: 'POST', path: '/api/exports/', access: 'admin' },
  compareProducts: { method: 'POST', path: '/api/imports/products/preview/', access: 'admin' },
  importProducts: { method: 'POST', path: '/api/imports/products/', access: 'admin' },
  compareRoll: { method: 'POST', path: '/api/imports/roll/preview/', access: 'admin' },
  importRoll: { method: 'POST', path: '/api/imports/roll/', access: 'admin' },

  readSettings: { method: 'GET', path: '/api/settings/', access: 'admin' },
  editSettings: { method: 'PUT', path: '/api/settings/', access: 'admin' },
  editInstitution: { method: 'PUT', path: '/api/institution/', access: 'admin' },
  editPaper: { method: 'PUT', path: '/api/institution/paper/', access: 'admin' },
  readHealth: { method: 'GET', path: '/api/health/', access: 'anyone' },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
