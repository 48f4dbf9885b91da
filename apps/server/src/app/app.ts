import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Clock, databaseClock } from '../database/clock.ts';
import type { Connection } from '../database/connection.ts';
import type { Shop } from '../database/shop.ts';
import { Writes } from '../database/writes.ts';
import { auditRoutes } from '../features/audit/audit.routes.ts';
import { authRoutes } from '../features/auth/auth.routes.ts';
import { createSessionReader } from '../features/auth/session-reader.ts';
import { clientRoutes } from '../features/clients/clients.routes.ts';
import { closingRoutes } from '../features/closings/closings.routes.ts';
import { institutionRoutes } from '../features/institution/institution.routes.ts';
import { paymentMethodRoutes } from '../features/payment-methods/payment-methods.routes.ts';
import { productRoutes } from '../features/products/products.routes.ts';
import { saleRoutes } from '../features/sales/sales.routes.ts';
import { studentRoutes } from '../features/students/students.routes.ts';
import { userRoutes } from '../features/users/users.routes.ts';
import { Refusal } from '../request/refusal.ts';
import { guard } from '../request/serve.ts';
import { apiDocs } from './api-docs.ts';
import { answerClientError } from './client-error.ts';
import { decimalKeywords } from './decimal-keywords.ts';
import { answerError } from './error-handler.ts';
import { jsonBodies } from './json-body.ts';
import { logRequests } from './request-log.ts';
import { apiHeaders, setApiHeaders } from './security-headers.ts';
import { webPages } from './web-pages.ts';

export type AppOptions = {
  connection: Connection;
  shop: Shop;
  /** Where institution.json and its logos are. */
  dataDir: string;
  /** Proxies on other machines that are believed like one on this machine. */
  trustProxy?: readonly string[];
  /** The built web application; unset, the API is served alone. */
  webDir?: string;
  logger?: FastifyBaseLogger;
  /** Unset, the database's. */
  clock?: Clock;
  /** How long headers and body together may take to arrive; tests wait less. */
  requestTimeoutMs?: number;
};

const BODY_LIMIT_BYTES = 256 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** Puts the application together; it listens to nothing yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { connection, clock = databaseClock, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const app = Fastify({
    ...(options.logger && { loggerInstance: options.logger }),
    // Fastify's own lines hold the whole address, and with it CPFs; request-log.ts writes ours.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 100 },
    bodyLimit: BODY_LIMIT_BYTES,
    // Slow senders must not hold connections: whole headers and body have to arrive in this time.
    requestTimeout: requestTimeoutMs,
    // Node takes the longer of the two for the whole request, whichever it was meant for.
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 6),
    },
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Only a proxy on this machine, or a named one, is believed about who the client is and whether there is TLS.
    trustProxy: ['loopback', ...(options.trustProxy ?? [])],
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    // An address that cannot be read never gets as far as the hooks and the error handler.
    frameworkErrors: (error, request, reply) => {
      setApiHeaders(request, reply);
      answerError(error, request, reply);
    },
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false },
      plugins: [decimalKeywords],
    },
  });

  const writes = new Writes(connection.db);
  app.addHook('onError', async (_request, _reply, error) => writes.sawError(error));
  const sessions = createSessionReader(connection.pool);
  jsonBodies(app);
  logRequests(app);
  app.setErrorHandler(answerError);
  apiHeaders(app);
  await app.register(cookie);
  await apiDocs(app);
  guard(app, sessions.read);

  authRoutes(app, { db: connection.db, sessions, shopId: options.shop.id, clock });
  userRoutes(app, { db: connection.db, sessions });
  productRoutes(app, connection);
  paymentMethodRoutes(app, connection);
  clientRoutes(app, connection);
  studentRoutes(app, connection);
  saleRoutes(app, connection);
  closingRoutes(app, connection);
  auditRoutes(app, connection);
  institutionRoutes(app, {
    db: connection.db,
    writes,
    dataDir: options.dataDir,
    sample: options.shop.sample,
  });
  if (options.webDir) {
    await webPages(app, options.webDir);
  } else {
    app.setNotFoundHandler(() => {
      throw new Refusal('not_found');
    });
  }
  return app;
}
