import { Type } from 'typebox';
import { approvalEndpoints } from './approvals.ts';
import { auditEndpoints } from './audit.ts';
import { authEndpoints } from './auth.ts';
import { cashBoxEndpoints } from './cash-boxes.ts';
import { clientEndpoints } from './clients.ts';
import { closingEndpoints } from './closings.ts';
import { correctionEndpoints } from './corrections.ts';
import { dashboardEndpoints } from './dashboard.ts';
import type { Endpoint } from './endpoint-types.ts';
import { exportEndpoints } from './exports.ts';
import { Instant } from './fields/values.ts';
import { importEndpoints } from './imports.ts';
import { institutionEndpoints } from './institution.ts';
import { parkedSaleEndpoints } from './parked-sales.ts';
import { paymentMethodEndpoints } from './payment-methods.ts';
import { peopleEndpoints } from './people.ts';
import { pixEndpoints } from './pix.ts';
import { priceChangeEndpoints } from './price-changes.ts';
import { productEndpoints } from './products.ts';
import type { RouteName } from './routes.ts';
import { saleEndpoints } from './sales.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { sessionEndpoints } from './sessions.ts';
import { settingsEndpoints } from './settings.ts';
import { studentEndpoints } from './students.ts';
import { userEndpoints } from './users.ts';

/** The endpoint of every route of routes.ts. A route without an endpoint does not compile. */
export const endpoints = {
  ...authEndpoints,
  ...secondFactorEndpoints,
  ...sessionEndpoints,
  ...approvalEndpoints,
  ...userEndpoints,
  ...productEndpoints,
  ...priceChangeEndpoints,
  ...paymentMethodEndpoints,
  ...clientEndpoints,
  ...studentEndpoints,
  ...saleEndpoints,
  ...parkedSaleEndpoints,
  ...correctionEndpoints,
  ...peopleEndpoints,
  ...closingEndpoints,
  ...cashBoxEndpoints,
  ...dashboardEndpoints,
  ...settingsEndpoints,
  ...pixEndpoints,
  ...auditEndpoints,
  ...exportEndpoints,
  ...importEndpoints,
  ...institutionEndpoints,
  readHealth: {
    summary:
      'Se o banco de dados responde e seu esquema é o atual; como estão os backups e o proxy',
    answer: Type.Object({
      status: Type.Literal('ok'),
      backup: Type.Object({
        state: Type.Enum(['ok', 'late', 'failed', 'off']),
        last: Type.Union([Instant, Type.Null()]),
      }),
      proxy: Type.Enum(['none', 'ok', 'silent', 'untrusted'], {
        description: 'silent: um proxy não passa X-Forwarded-*; untrusted: não está em TRUST_PROXY',
      }),
    }),
    refusals: ['unavailable'],
  },
} as const satisfies Record<RouteName, Endpoint>;

export type Endpoints = typeof endpoints;
