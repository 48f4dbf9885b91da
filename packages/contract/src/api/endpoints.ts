import { Type } from 'typebox';
import { approvalEndpoints } from '../accounts/approvals.ts';
import { authEndpoints } from '../accounts/auth.ts';
import { secondFactorEndpoints } from '../accounts/second-factor.ts';
import { sessionEndpoints } from '../accounts/sessions.ts';
import { userEndpoints } from '../accounts/users.ts';
import { auditEndpoints } from '../audit.ts';
import { bankEndpoints } from '../bank.ts';
import { cashBoxEndpoints } from '../cash-boxes/cash-boxes.ts';
import { closingEndpoints } from '../cash-boxes/closings.ts';
import { monthEndpoints } from '../cash-boxes/months.ts';
import { dashboardEndpoints } from '../dashboard.ts';
import type { Endpoint } from '../endpoint-types.ts';
import { exportEndpoints } from '../exports.ts';
import { Instant } from '../fields/values.ts';
import { importEndpoints } from '../imports.ts';
import { lookupEndpoints } from '../people/lookups.ts';
import { peopleEndpoints } from '../people/people-endpoints.ts';
import { materialListEndpoints } from '../products/material-lists.ts';
import { priceChangeEndpoints } from '../products/price-changes.ts';
import { productChangeEndpoints } from '../products/product-changes.ts';
import { productSalesEndpoints } from '../products/product-sales.ts';
import { productEndpoints } from '../products/products.ts';
import { correctionEndpoints } from '../sales/correction-endpoints.ts';
import { entryEndpoints } from '../sales/entries.ts';
import { keptSaleEndpoints } from '../sales/kept-sales.ts';
import { parkedSaleEndpoints } from '../sales/parked-sales.ts';
import { saleEndpoints } from '../sales/sale-endpoints.ts';
import { backupEndpoints } from '../shop/backups.ts';
import { clockEndpoints } from '../shop/clock.ts';
import { firstStepsEndpoints } from '../shop/first-steps.ts';
import { institutionEndpoints } from '../shop/institution.ts';
import { paymentMethodEndpoints } from '../shop/payment-methods.ts';
import { pixEndpoints } from '../shop/pix.ts';
import { settingsEndpoints } from '../shop/settings.ts';
import { studentCardEndpoints } from '../shop/student-card.ts';
import { countEndpoints } from '../stock/counts.ts';
import { stockEndpoints } from '../stock/stock.ts';
import type { RouteName } from './routes.ts';

/** The endpoint of every route of routes.ts. A route without an endpoint does not compile. */
export const endpoints = {
  ...authEndpoints,
  ...secondFactorEndpoints,
  ...sessionEndpoints,
  ...approvalEndpoints,
  ...clockEndpoints,
  ...userEndpoints,
  ...productEndpoints,
  ...priceChangeEndpoints,
  ...productChangeEndpoints,
  ...productSalesEndpoints,
  ...materialListEndpoints,
  ...paymentMethodEndpoints,
  ...lookupEndpoints,
  ...saleEndpoints,
  ...parkedSaleEndpoints,
  ...keptSaleEndpoints,
  ...correctionEndpoints,
  ...entryEndpoints,
  ...peopleEndpoints,
  ...closingEndpoints,
  ...cashBoxEndpoints,
  ...dashboardEndpoints,
  ...monthEndpoints,
  ...bankEndpoints,
  ...stockEndpoints,
  ...countEndpoints,
  ...settingsEndpoints,
  ...studentCardEndpoints,
  ...pixEndpoints,
  ...auditEndpoints,
  ...exportEndpoints,
  ...importEndpoints,
  ...institutionEndpoints,
  ...backupEndpoints,
  ...firstStepsEndpoints,
  readHealth: {
    summary:
      'Se o banco de dados responde e seu esquema é o atual; como estão os backups, o proxy, o certificado e o último exame',
    answer: Type.Object({
      status: Type.Literal('ok'),
      backup: Type.Object({
        state: Type.Enum(['ok', 'late', 'failed', 'off']),
        last: Type.Union([Instant, Type.Null()]),
      }),
      proxy: Type.Enum(['none', 'ok', 'silent', 'host', 'untrusted'], {
        description:
          'silent: um proxy não passa X-Forwarded-*; host: nem Host; untrusted: não está em TRUST_PROXY',
      }),
      certificate: Type.Object(
        {
          state: Type.Enum(['unknown', 'ok', 'ending', 'ended', 'unfit']),
          until: Type.Union([Instant, Type.Null()]),
        },
        {
          description:
            'O de PUBLIC_URL; ending: acaba em menos de 30 dias; unfit: os navegadores o recusam',
        },
      ),
      doctor: Type.Enum(['none', 'ok', 'attention', 'problem', 'late'], {
        description: 'O último doctor --report; late: não vem mais todo dia',
      }),
    }),
    refusals: ['unavailable'],
  },
} as const satisfies Record<RouteName, Endpoint>;

export type Endpoints = typeof endpoints;
