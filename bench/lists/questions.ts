import { routes } from '@balcao/contract/api/routes.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { addDays, addMonths } from '@balcao/domain/dates/periods.ts';

/** The values of a shop that the questions use. */
export type Landmarks = {
  firstDay: string;
  lastDay: string;
  pages: number;
  auditPages: number;
  /** The first of the last thirty days. */
  monthBefore: string;
  /** Ids of a product that every sixth sale holds, and of one that hardly any holds. */
  common: number;
  rare: number;
};

export type Question = {
  name: string;
  path: (shop: Landmarks) => string;
  /** Of a search that may be a CPF, which is no part of an address. */
  body?: { search: string } | { find: string };
  /** In a larger shop it has to read more rows; a response that itself grows has no limit of time. */
  grows?: 'rows' | 'response';
  /** In milliseconds, at 750,000 sales, where it reads more rows; 50 if not given. */
  atMost?: number;
};

/** Any page of a list is there within a moment; what a thousand or all sales have to be found or ordered for takes longer. */
const ANY_PAGE_MS = 300;
const FINDS_MANY_MS = 1_000;
/** What adds up all entries of ten years. */
const ALL_YEARS_MS = 2_000;

const sales = (query: string) => `${routes.listSales.path}?${query}`;
const audit = (query: string) => `${routes.listAudit.path}?${query}`;
const closings = (query: string) => `${routes.listClosings.path}?${query}`;
const dashboard = (query: string) => `${routes.readDashboard.path}?${query}`;
const entries = (query: string) => `${routes.listEntries.path}?${query}`;
/** The first day of the year that ends on a day. */
const yearUpTo = (day: string) => addDays(addMonths(day as BusinessDay, -12), 1);
const month = ({ monthBefore, lastDay }: Landmarks) =>
  `startDate=${monthBefore}&endDate=${lastDay}`;

export const questions: Question[] = [
  { name: 'products, searched', path: () => `${routes.listProducts.path}?search=caneta` },
  { name: 'sales, first page', path: () => sales('page=1'), grows: 'rows' },
  {
    name: 'sales, middle page',
    path: ({ pages }) => sales(`page=${Math.ceil(pages / 2)}`),
    grows: 'rows',
    atMost: ANY_PAGE_MS,
  },
  {
    name: 'sales, last page',
    path: ({ pages }) => sales(`page=${pages}`),
    grows: 'rows',
    atMost: ANY_PAGE_MS,
  },
  { name: 'sales of a month', path: (shop) => sales(month(shop)) },
  {
    name: 'sales of all days, by period',
    path: ({ firstDay, lastDay }) => sales(`startDate=${firstDay}&endDate=${lastDay}`),
    grows: 'rows',
  },
  { name: 'sales, oldest first', path: () => sales('order=date'), grows: 'rows' },
  {
    name: 'sales by seller, last page',
    path: ({ pages }) => sales(`order=seller&page=${pages}`),
    grows: 'rows',
    atMost: FINDS_MANY_MS,
  },
  {
    name: 'sales by client',
    path: () => sales('order=client'),
    grows: 'rows',
    atMost: FINDS_MANY_MS,
  },
  {
    name: 'largest sales',
    path: () => sales('order=-total'),
    grows: 'rows',
    atMost: FINDS_MANY_MS,
  },
  { name: 'sales found by number', path: () => routes.findSales.path, body: { find: '4987' } },
  {
    name: 'sales found by CPF',
    path: () => routes.findSales.path,
    body: { find: '100.000.079-19' },
  },
  {
    name: 'sales found by client and student',
    path: () => routes.findSales.path,
    body: { find: 'araujo barros joao' },
    grows: 'rows',
    atMost: FINDS_MANY_MS,
  },
  { name: 'sales by seller’s name', path: () => sales('search=bruno'), grows: 'rows' },
  { name: 'sales by a name nobody has', path: () => sales('search=zzz'), grows: 'rows' },
  {
    name: 'sales of a rare product',
    path: ({ rare }) => sales(`products=${rare}`),
    grows: 'rows',
  },
  {
    name: 'sales of a product in every sixth sale',
    path: ({ common }) => sales(`products=${common}`),
    grows: 'rows',
    atMost: FINDS_MANY_MS,
  },
  {
    name: 'sales of that product in a month',
    path: (shop) => sales(`products=${shop.common}&${month(shop)}`),
    grows: 'rows',
  },
  {
    name: 'sales of that product by seller’s name',
    path: ({ common }) => sales(`products=${common}&search=bruno`),
    grows: 'rows',
    atMost: FINDS_MANY_MS,
  },
  {
    name: 'sales of that product on all days, by period',
    path: ({ common, firstDay, lastDay }) =>
      sales(`products=${common}&startDate=${firstDay}&endDate=${lastDay}`),
    grows: 'rows',
    atMost: FINDS_MANY_MS,
  },
  { name: 'closings of a month', path: (shop) => closings(month(shop)) },
  {
    name: 'closings of all time',
    path: () => closings(''),
    grows: 'response',
  },
  {
    name: 'dashboard of a month',
    path: (shop) => dashboard(month(shop)),
    grows: 'rows',
    atMost: ANY_PAGE_MS,
  },
  {
    name: 'dashboard of a year',
    path: ({ lastDay }) => dashboard(`startDate=${yearUpTo(lastDay)}&endDate=${lastDay}`),
    grows: 'rows',
    atMost: ANY_PAGE_MS,
  },
  {
    name: 'dashboard of all days',
    path: ({ firstDay, lastDay }) => dashboard(`startDate=${firstDay}&endDate=${lastDay}`),
    grows: 'rows',
    atMost: ALL_YEARS_MS,
  },
  { name: 'entries, first page', path: () => entries(''), grows: 'rows', atMost: ALL_YEARS_MS },
  {
    name: 'entries, last page',
    path: ({ pages }) => entries(`page=${pages}`),
    grows: 'rows',
    atMost: ALL_YEARS_MS,
  },
  { name: 'entries of a month', path: (shop) => entries(month(shop)), grows: 'rows' },
  {
    name: 'entries of all days by Pix',
    path: () => entries('method=Pix'),
    grows: 'rows',
    atMost: FINDS_MANY_MS,
  },
  { name: 'audit, first page', path: () => audit('page=1') },
  {
    name: 'audit, last page',
    path: ({ auditPages }) => audit(`page=${auditPages}`),
    grows: 'rows',
    atMost: ANY_PAGE_MS,
  },
  {
    name: 'audit of one kind',
    path: () => audit('kind=sale.deleted'),
    grows: 'rows',
  },
  {
    name: 'audit of the sales',
    path: () => audit('kind=sale.created'),
    grows: 'rows',
  },
  {
    name: 'audit of one person',
    path: () => audit('user=bruno'),
    grows: 'rows',
  },
  {
    name: 'clients, searched',
    path: () => routes.listClients.path,
    body: { search: 'conceicao ana' },
  },
  { name: 'a client’s CPF', path: () => `${routes.findClients.path}?search=10000007919` },
  { name: 'a student’s number', path: () => `${routes.findStudents.path}?search=20000000777` },
];
