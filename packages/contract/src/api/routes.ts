/** The people who may make a call. */
export type Access = 'anyone' | 'signed-in' | 'admin';

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In Fastify's notation; the trailing slash is optional in a request. */
  readonly path: `/api/${string}/`;
  readonly access: Access;
  /**
   * The calls with which it takes turns. By default a GET takes turns with the lists, and any other call with
   * the changes. `own`: the feature has turns of its own.
   */
  readonly turns?: 'lists' | 'own';
  /** An administrator who must set up a second factor may make it. */
  readonly settingUp?: true;
};

const call = <A extends Access>(
  method: Route['method'],
  path: Route['path'],
  access: A,
  more: Pick<Route, 'turns' | 'settingUp'> = {},
): Route & { readonly access: A } => ({ method, path, access, ...more });

/**
 * Every call, its access and what else the server decides by the call alone. Without schemas, so that the
 * browser loads no validators. A call of ours lives under no path of the specification: a server that knows
 * only that one must not take it for another.
 */
export const routes = {
  login: call('POST', '/api/auth/login/', 'anyone'),
  refreshSession: call('POST', '/api/auth/refresh/', 'anyone'),
  logout: call('POST', '/api/auth/logout/', 'anyone'),
  unlock: call('POST', '/api/auth/unlock/', 'signed-in', { settingUp: true }),
  changePassword: call('PUT', '/api/auth/change_password/', 'signed-in', { settingUp: true }),

  readSecondFactor: call('GET', '/api/auth/second_factor/', 'signed-in', { settingUp: true }),
  beginSecondFactor: call('POST', '/api/auth/second_factor/', 'admin', { settingUp: true }),
  confirmSecondFactor: call('PUT', '/api/auth/second_factor/', 'admin', { settingUp: true }),
  endSecondFactor: call('POST', '/api/auth/second_factor/end/', 'signed-in'),
  listSessions: call('GET', '/api/accounts/:id/sessions/', 'signed-in'),
  endSessions: call('POST', '/api/accounts/:id/sessions/end/', 'signed-in'),

  listUsers: call('GET', '/api/users/', 'admin'),
  createUser: call('POST', '/api/users/', 'admin'),
  editUser: call('PUT', '/api/users/:id/', 'admin'),
  deleteUser: call('DELETE', '/api/users/:id/', 'admin'),
  resetPassword: call('POST', '/api/accounts/:id/reset_password/', 'admin'),

  listActiveProducts: call('GET', '/api/pdv/productsAll/', 'signed-in'),
  listInactiveProducts: call('GET', '/api/pdv/inactiveProducts/', 'signed-in'),
  listProducts: call('GET', '/api/pdv/products/', 'signed-in'),
  readProductGrid: call('GET', '/api/pdv/productGrid/', 'signed-in'),
  createProduct: call('POST', '/api/pdv/products/', 'admin'),
  editProduct: call('PUT', '/api/pdv/products/:id/', 'admin'),
  deleteProduct: call('DELETE', '/api/pdv/products/:id/', 'admin'),
  readPriceHistory: call('GET', '/api/pdv/priceHistory/:id/', 'admin'),
  previewPrices: call('POST', '/api/pdv/priceChanges/preview/', 'admin', { turns: 'lists' }),
  changePrices: call('POST', '/api/pdv/priceChanges/', 'admin'),
  changeProducts: call('POST', '/api/pdv/productChanges/', 'admin'),
  listProductChanges: call('GET', '/api/pdv/productChanges/', 'admin'),
  undoProductChange: call('POST', '/api/pdv/productChanges/:id/undo/', 'admin'),

  listMaterialLists: call('GET', '/api/pdv/materialLists/', 'signed-in'),
  createMaterialList: call('POST', '/api/pdv/materialLists/', 'admin'),
  editMaterialList: call('PUT', '/api/pdv/materialLists/:id/', 'admin'),
  deleteMaterialList: call('DELETE', '/api/pdv/materialLists/:id/', 'admin'),

  listPaymentMethods: call('GET', '/api/pdv/paymentMethods/', 'signed-in'),
  createPaymentMethod: call('POST', '/api/pdv/paymentMethods/', 'admin'),
  editPaymentMethod: call('PUT', '/api/pdv/paymentMethods/:id/', 'admin'),
  deletePaymentMethod: call('DELETE', '/api/pdv/paymentMethods/:id/', 'admin'),

  findClients: call('GET', '/api/pdv/clients/', 'signed-in'),
  createClient: call('POST', '/api/pdv/clients/', 'signed-in'),
  editClient: call('PUT', '/api/pdv/clientNames/:id/', 'signed-in'),
  findStudentsOfClient: call('POST', '/api/pdv/companions/students/', 'signed-in'),
  findStudents: call('GET', '/api/pdv/students/', 'signed-in'),
  createStudent: call('POST', '/api/pdv/students/', 'signed-in'),
  editStudent: call('PUT', '/api/pdv/studentNames/:id/', 'signed-in'),
  findClientsOfStudent: call('POST', '/api/pdv/companions/clients/', 'signed-in'),

  listSales: call('GET', '/api/pdv/sales/', 'signed-in'),
  findSales: call('POST', '/api/pdv/recordedSales/find/', 'admin', { turns: 'lists' }),
  sumSales: call('POST', '/api/pdv/recordedSales/sums/', 'admin', { turns: 'lists' }),
  listOwnSales: call('POST', '/api/pdv/recordedSales/mine/', 'signed-in', { turns: 'lists' }),
  createSale: call('POST', '/api/pdv/sales/', 'signed-in'),
  deleteSale: call('DELETE', '/api/pdv/sales/:id/', 'admin'),
  reprintSale: call('POST', '/api/pdv/recordedSales/:id/reprint/', 'signed-in'),

  readSale: call('GET', '/api/pdv/recordedSales/:id/', 'signed-in'),
  openSale: call('POST', '/api/pdv/recordedSales/:id/open/', 'signed-in'),
  createRefund: call('POST', '/api/pdv/recordedSales/:id/refunds/', 'signed-in'),
  createExchange: call('POST', '/api/pdv/recordedSales/:id/exchanges/', 'signed-in'),
  correctPayments: call('POST', '/api/pdv/recordedSales/:id/payments/', 'signed-in'),
  listCorrections: call('GET', '/api/pdv/corrections/', 'signed-in'),
  reprintCorrection: call('POST', '/api/pdv/corrections/:id/reprint/', 'signed-in'),
  approve: call('POST', '/api/approvals/', 'signed-in'),
  listEntries: call('GET', '/api/pdv/entries/', 'admin'),

  listParkedSales: call('GET', '/api/pdv/parkedSales/', 'signed-in'),
  parkSale: call('POST', '/api/pdv/parkedSales/', 'signed-in'),
  claimParkedSale: call('POST', '/api/pdv/parkedSales/:id/claim/', 'signed-in'),
  handOverParkedSale: call('PUT', '/api/pdv/parkedSales/:id/', 'signed-in'),
  deleteParkedSale: call('DELETE', '/api/pdv/parkedSales/:id/', 'signed-in'),

  closeBox: call('POST', '/api/pdv/closeBox/', 'signed-in', { turns: 'lists' }),
  listClosings: call('GET', '/api/pdv/closeBoxList/', 'admin'),

  readOwnBox: call('GET', '/api/pdv/box/', 'signed-in'),
  openBox: call('POST', '/api/pdv/box/', 'signed-in'),
  moveCash: call('POST', '/api/pdv/box/movements/', 'signed-in'),
  listOpenBoxes: call('GET', '/api/pdv/boxes/', 'admin'),
  readBox: call('GET', '/api/pdv/boxes/:id/', 'admin'),
  countBox: call('POST', '/api/pdv/boxes/:id/count/', 'signed-in'),
  settleBox: call('POST', '/api/pdv/boxes/:id/settle/', 'signed-in'),

  readPix: call('GET', '/api/pdv/pix/', 'signed-in'),
  editPix: call('PUT', '/api/pdv/pix/', 'admin'),
  listPixPayments: call('GET', '/api/pdv/closings/:id/pix/', 'signed-in'),

  readDashboard: call('GET', '/api/pdv/dashboard/', 'admin'),
  readProductSales: call('GET', '/api/pdv/productSales/', 'admin'),
  readProductMonths: call('GET', '/api/pdv/productSales/:id/months/', 'admin'),

  addStatement: call('POST', '/api/bank/statements/', 'admin', { turns: 'lists' }),
  listStatements: call('GET', '/api/bank/statements/', 'admin'),
  deleteStatement: call('DELETE', '/api/bank/statements/:id/', 'admin'),
  comparePix: call('GET', '/api/bank/pix/', 'admin'),
  matchLine: call('PUT', '/api/bank/lines/:id/payment/', 'admin'),
  compareCards: call('GET', '/api/bank/cards/', 'admin'),
  readCardTerms: call('GET', '/api/bank/cardTerms/', 'admin'),
  editCardTerms: call('PUT', '/api/bank/cardTerms/', 'admin'),

  readStock: call('GET', '/api/stock/', 'signed-in'),
  readOnHand: call('GET', '/api/stock/onHand/', 'signed-in'),
  readLedger: call('GET', '/api/stock/products/:id/', 'admin'),
  createDelivery: call('POST', '/api/stock/deliveries/', 'admin'),
  adjustStock: call('POST', '/api/stock/adjustments/', 'admin'),
  setMinimum: call('PUT', '/api/stock/minimums/', 'admin'),
  suggestPurchase: call('GET', '/api/stock/purchase/', 'admin'),
  beginCount: call('POST', '/api/stock/counts/', 'admin'),
  listCounts: call('GET', '/api/stock/counts/', 'signed-in'),
  readCount: call('GET', '/api/stock/counts/:id/', 'signed-in'),
  addCountLines: call('POST', '/api/stock/counts/:id/lines/', 'signed-in'),
  applyCount: call('POST', '/api/stock/counts/:id/apply/', 'admin', { turns: 'lists' }),
  dropCount: call('POST', '/api/stock/counts/:id/drop/', 'admin'),

  listClients: call('POST', '/api/clients/search/', 'admin', { turns: 'lists' }),
  readClient: call('GET', '/api/clients/:id/', 'admin'),
  correctClient: call('PUT', '/api/clients/:id/', 'admin'),
  mergeClients: call('POST', '/api/clients/:id/merge/', 'admin'),
  readClientPurchases: call('GET', '/api/clients/:id/purchases/', 'admin', { turns: 'lists' }),
  readClientStatement: call('GET', '/api/clients/:id/statement/', 'admin'),
  exportClient: call('POST', '/api/clients/:id/export/', 'admin', { turns: 'lists' }),
  anonymiseClient: call('POST', '/api/clients/:id/anonymise/', 'admin'),
  listStudents: call('POST', '/api/students/search/', 'admin', { turns: 'lists' }),
  readStudent: call('GET', '/api/students/:id/', 'admin'),
  correctStudent: call('PUT', '/api/students/:id/', 'admin'),
  mergeStudents: call('POST', '/api/students/:id/merge/', 'admin'),
  readStudentPurchases: call('GET', '/api/students/:id/purchases/', 'admin', { turns: 'lists' }),
  readStudentStatement: call('GET', '/api/students/:id/statement/', 'admin'),
  readStudentStatements: call('POST', '/api/students/statements/', 'admin', { turns: 'lists' }),
  exportStudent: call('POST', '/api/students/:id/export/', 'admin', { turns: 'lists' }),
  anonymiseStudent: call('POST', '/api/students/:id/anonymise/', 'admin'),
  listClasses: call('GET', '/api/classes/', 'admin'),
  createLink: call('POST', '/api/links/', 'admin'),
  deleteLink: call('DELETE', '/api/links/:id/', 'admin'),

  listMonths: call('GET', '/api/months/', 'admin'),
  readMonth: call('GET', '/api/months/:month/', 'admin'),
  closeMonth: call('POST', '/api/months/:month/close/', 'admin', { turns: 'lists' }),
  reopenMonth: call('POST', '/api/monthClosings/:id/reopen/', 'admin'),
  readMonthFile: call('GET', '/api/monthClosings/:id/file/', 'admin'),

  listAudit: call('GET', '/api/audit/', 'admin'),
  exportList: call('POST', '/api/exports/', 'admin', { turns: 'own' }),
  compareProducts: call('POST', '/api/imports/products/preview/', 'admin', { turns: 'lists' }),
  importProducts: call('POST', '/api/imports/products/', 'admin', { turns: 'lists' }),
  compareDelivery: call('POST', '/api/imports/deliveries/preview/', 'admin', { turns: 'lists' }),
  importDelivery: call('POST', '/api/imports/deliveries/', 'admin', { turns: 'lists' }),
  compareRoll: call('POST', '/api/imports/roll/preview/', 'admin', { turns: 'lists' }),
  importRoll: call('POST', '/api/imports/roll/', 'admin', { turns: 'lists' }),
  compareLists: call('POST', '/api/imports/lists/preview/', 'admin', { turns: 'lists' }),
  importLists: call('POST', '/api/imports/lists/', 'admin', { turns: 'lists' }),
  listImports: call('GET', '/api/imports/', 'admin'),
  undoImport: call('POST', '/api/imports/:id/undo/', 'admin', { turns: 'lists' }),
  undoMerge: call('POST', '/api/merges/:id/undo/', 'admin'),

  readSettings: call('GET', '/api/settings/', 'admin'),
  editSettings: call('PUT', '/api/settings/', 'admin'),
  readStudentCard: call('GET', '/api/pdv/studentCard/', 'signed-in'),
  editStudentCard: call('PUT', '/api/pdv/studentCard/', 'admin'),
  readInstitution: call('GET', '/api/institution/', 'anyone'),
  editInstitution: call('PUT', '/api/institution/', 'admin'),
  editPaper: call('PUT', '/api/institution/paper/', 'admin'),
  readFirstSteps: call('GET', '/api/firstSteps/', 'admin'),
  endFirstSteps: call('POST', '/api/firstSteps/end/', 'admin'),
  readBackups: call('GET', '/api/backups/', 'admin'),
  makeBackup: call('POST', '/api/backups/', 'admin'),
  readHealth: call('GET', '/api/health/', 'anyone'),
} satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
