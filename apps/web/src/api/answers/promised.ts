import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { RouteName } from '@balcao/contract/api/routes.ts';
import type { AnswerOf } from '@balcao/contract/endpoint-types.ts';
import type { specified } from './specified.ts';

type Ours = Exclude<RouteName, keyof typeof specified>;

type Promised<T> = T extends readonly unknown[]
  ? 'list'
  : T extends null
    ? 'nothing'
    : T extends AsyncIterable<unknown>
      ? 'file'
      : Extract<keyof T, string>;

/** Its caller reads what it gets, whichever server sent it. */
type ReadByCaller = 'anything';

/**
 * What an answer of a call of ours always is, or the field that it always has. A call that is missing here does not
 * compile, so that no page takes the answer of a server that does not know the call for one of ours.
 */
export const promised: { readonly [N in Ours]: Promised<AnswerOf<Endpoints[N]>> | ReadByCaller } = {
  login: 'anything',
  refreshSession: 'anything',
  logout: 'anything',
  readInstitution: 'anything',
  listMonths: 'list',
  readMonth: 'versions',
  closeMonth: 'versions',
  reopenMonth: 'versions',
  readMonthFile: 'file',
  unlock: 'nothing',
  readSecondFactor: 'since',
  beginSecondFactor: 'secret',
  confirmSecondFactor: 'recovery_codes',
  endSecondFactor: 'nothing',
  listSessions: 'results',
  endSessions: 'nothing',
  resetPassword: 'temporary_password',
  listInactiveProducts: 'list',
  readProductGrid: 'list',
  readPriceHistory: 'list',
  previewPrices: 'products',
  changePrices: 'id',
  changeProducts: 'id',
  listProductChanges: 'list',
  undoProductChange: 'restored',
  editClient: 'id',
  findStudentsOfClient: 'list',
  editStudent: 'id',
  findClientsOfStudent: 'list',
  findSales: 'results',
  sumSales: 'net',
  listOwnSales: 'results',
  openSale: 'id',
  reprintSale: 'id',
  readSale: 'id',
  createRefund: 'id',
  createExchange: 'correction',
  correctPayments: 'id',
  listCorrections: 'results',
  reprintCorrection: 'id',
  approve: 'approval',
  listEntries: 'results',
  listParkedSales: 'list',
  parkSale: 'id',
  claimParkedSale: 'id',
  deleteParkedSale: 'message',
  readOwnBox: 'cash_box',
  openBox: 'id',
  moveCash: 'id',
  listOpenBoxes: 'list',
  readBox: 'id',
  countBox: 'box',
  settleBox: 'box',
  readPix: 'pix',
  editPix: 'pix',
  listPixPayments: 'list',
  readDashboard: 'period',
  readProductSales: 'products',
  readProductMonths: 'months',
  listClients: 'results',
  readClient: 'id',
  correctClient: 'id',
  mergeClients: 'id',
  readClientPurchases: 'results',
  readClientStatement: 'person',
  exportClient: 'exported_at',
  anonymiseClient: 'message',
  listStudents: 'results',
  readStudent: 'id',
  correctStudent: 'id',
  mergeStudents: 'id',
  readStudentPurchases: 'results',
  readStudentStatement: 'person',
  exportStudent: 'exported_at',
  anonymiseStudent: 'message',
  createLink: 'id',
  deleteLink: 'message',
  listClasses: 'list',
  listAudit: 'results',
  exportList: 'file',
  compareProducts: 'preview',
  importProducts: 'totals',
  compareRoll: 'preview',
  importRoll: 'totals',
  listImports: 'list',
  undoImport: 'restored',
  undoMerge: 'merged',
  readFirstSteps: 'steps',
  endFirstSteps: 'steps',
  readBackups: 'state',
  makeBackup: 'state',
  readSettings: 'cash_box',
  editSettings: 'cash_box',
  editInstitution: 'company_name',
  editPaper: 'paper',
  readHealth: 'status',
};
