import cookie from '@fastify/cookie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { NO_BACKUPS, type ReadBackups } from '../backup/automatic/backup-state.ts';
import type { Schedule } from '../backup/automatic/daily-backup.ts';
import { type Clock, databaseClock } from '../database/clock.ts';
import type { Connection } from '../database/connection.ts';
import type { Shop } from '../database/shop.ts';
import { approvalRoutes } from '../features/approvals/approvals.routes.ts';
import { auditRoutes } from '../features/audit/audit.routes.ts';
import { authRoutes } from '../features/auth/auth.routes.ts';
import { knownBrowsers } from '../features/auth/browsers.ts';
import { createSessionCache } from '../features/auth/session-cache.ts';
import { backupRoutes } from '../features/backups/backups.routes.ts';
import { bankRoutes } from '../features/bank/bank.routes.ts';
import { cashBoxRoutes } from '../features/cash-boxes/cash-boxes.routes.ts';
import { clockRoutes } from '../features/clock/clock.routes.ts';
import { closingRoutes } from '../features/closings/closings.routes.ts';
import { correctionRoutes } from '../features/corrections/corrections.routes.ts';
import { dashboardRoutes } from '../features/dashboard/dashboard.routes.ts';
import { entryRoutes } from '../features/entries/entries.routes.ts';
import { exportRoutes } from '../features/exports/exports.routes.ts';
import { healthRoutes } from '../features/health/health.routes.ts';
import { importRoutes } from '../features/imports/imports.routes.ts';
import { institutionRoutes } from '../features/institution/institution.routes.ts';
import { keptSaleRoutes } from '../features/kept-sales/kept-sales.routes.ts';
import { materialListRoutes } from '../features/material-lists/material-lists.routes.ts';
import { monthRoutes } from '../features/months/months.routes.ts';
import { parkedSaleRoutes } from '../features/parked-sales/parked-sales.routes.ts';
import { paymentMethodRoutes } from '../features/payment-methods/payment-methods.routes.ts';
import { peopleRoutes } from '../features/people/people.routes.ts';
import { priceChangeRoutes } from '../features/products/price-changes.routes.ts';
import { productRoutes } from '../features/products/products.routes.ts';
import { profileRoutes } from '../features/profile/profile.routes.ts';
import { saleRoutes } from '../features/sales/sales.routes.ts';
import type { ShopKey } from '../features/second-factor/secret-cipher.ts';
import { settingsRoutes } from '../features/settings/settings.routes.ts';
import { stockRoutes } from '../features/stock/stock.routes.ts';
import { userRoutes } from '../features/users/users.routes.ts';
import type { Certificate } from '../program/certificate.ts';
import type { Examination } from '../program/examination.ts';
import { bodiesInTurn } from '../request/bodies-in-turn.ts';
import { decimalKeywords } from '../request/call-schema.ts';
import { refusePipelining } from '../request/no-pipelining.ts';
import { watchProxy } from '../request/proxy-watch.ts';
import { Refusal } from '../request/refusal.ts';
import { requestIds } from '../request/request-id.ts';
import { ANYONES_BODY_BYTES, guard } from '../request/serve-call.ts';
import { apiDocs } from './api-docs.ts';
import { answerClientError } from './client-error.ts';
import { answerError } from './error-handler.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { webPages } from './web-pages.ts';

export type AppOptions = {
  connection: Connection;
  shop: Shop;
  /** Encrypts the secrets of users. */
  shopKey: ShopKey;
  /** Addresses of proxies on other machines. */
  trustProxy?: readonly string[];
  /** The built web application; without it only the API is served. */
  webDir?: string;
  logger?: FastifyBaseLogger;
  /** Defaults to a server that makes none. */
  backups?: ReadBackups;
  /** Makes a backup when an administrator asks for one. */
  backupsByHand?: Pick<Schedule, 'makeNow' | 'progress'>;
  /** Until when browsers accept the proxy's; defaults to not known. */
  certificate?: () => Promise<Certificate>;
  /** What the doctor last reported; defaults to nothing. */
  examination?: () => Promise<Examination>;
  /** Defaults to the database's. */
  clock?: Clock;
  /** The limit for headers and body together; shorter in tests. */
  requestTimeoutMs?: number;
};

const REQUEST_TIMEOUT_MS = 30_000;

/** Logs each request by its route, because URLs contain CPFs, names and searches. */
async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const line = {
    method: request.method,
    route: request.routeOptions.url ?? '(none)',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    user: request.signedIn?.id,
    // The doctor looks for it.
    ...(request.protocol === 'https' && { https: true }),
  };
  request.log.info(line, 'request');
}

function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  setSecurityHeaders(request, reply);
  reply.header('x-request-id', request.id);
}

/** Assembles the application; it does not listen yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { connection, clock = databaseClock, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const app = Fastify({
    ...(options.logger && { loggerInstance: options.logger }),
    genReqId: requestIds(options.trustProxy),
    // Fastify's own lines contain the whole URL, and with it CPFs.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'reference',
    }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 100 },
    bodyLimit: ANYONES_BODY_BYTES,
    requestTimeout: requestTimeoutMs,
    // Node applies the longer of these two to the whole request.
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 6),
    },
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Only these proxies are trusted about the client's address and about TLS.
    trustProxy: ['loopback', ...(options.trustProxy ?? [])],
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    // A malformed URL reaches neither the hooks nor the error handler.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      answerError(error, request, reply);
    },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        // Tidying the code that it writes took a quarter of the time until the application was open.
        code: { optimize: false },
      },
      plugins: [decimalKeywords],
    },
  });

  jsonBodies(app);
  app.addHook('onResponse', logRequest);
  app.setErrorHandler(answerError);
  refusePipelining(app);
  app.addHook('onRequest', async (request, reply) => setHeaders(request, reply));
  const proxy = watchProxy(app, options.trustProxy);
  await app.register(cookie);
  const { shop, shopKey } = options;
  const browsers = knownBrowsers(app, { shopId: shop.id, shopKey });
  guard(app, { ...createSessionCache(connection), ...browsers });
  await apiDocs(app);
  bodiesInTurn(app);

  const { db } = connection;
  authRoutes(app, { db, shopId: shop.id, browsers, clock, shopKey });
  userRoutes(app, connection);
  profileRoutes(app, { db, clock, shopKey });
  productRoutes(app, connection);
  priceChangeRoutes(app, connection);
  materialListRoutes(app, connection);
  paymentMethodRoutes(app, connection);
  approvalRoutes(app, { db, clock, shopKey });
  clockRoutes(app, connection);
  saleRoutes(app, connection);
  correctionRoutes(app, connection);
  parkedSaleRoutes(app, connection);
  keptSaleRoutes(app, connection);
  peopleRoutes(app, connection);
  closingRoutes(app, connection);
  cashBoxRoutes(app, connection);
  dashboardRoutes(app, connection);
  entryRoutes(app, connection);
  bankRoutes(app, connection);
  stockRoutes(app, connection);
  settingsRoutes(app, connection);
  auditRoutes(app, connection);
  exportRoutes(app, connection);
  monthRoutes(app, connection);
  importRoutes(app, connection);
  institutionRoutes(app, { db, sample: shop.sample });
  const { backups: state = NO_BACKUPS, backupsByHand: byHand } = options;
  backupRoutes(app, { db, state, byHand });
  healthRoutes(app, { ...options, db, proxy });
  if (options.webDir) {
    await webPages(app, options.webDir);
  } else {
    app.setNotFoundHandler(() => {
      throw new Refusal('not_found');
    });
  }
  return app;
}

/**
 * Accepts only JSON in UTF-8. Node would replace invalid bytes by U+FFFD; text/plain and forms need no CORS
 * preflight from another site.
 */
function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } =
      request.headers;
    const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8';
    if (!/^utf-?8$/i.test(charset) || !/^identity$/i.test(encoding)) {
      done(new Refusal('unsupported_media_type'));
      return;
    }
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      done(new Refusal('invalid_json'));
      return;
    }
    // It calls `done`, and returns nothing to wait for.
    void parse(request, text, done);
  });
}
