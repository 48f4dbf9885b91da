import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { addressOf, type KnownBrowser } from '../../request/address.ts';
import { Refusal } from '../../request/refusal.ts';
import { serve } from '../../request/serve-call.ts';
import type { Codes } from '../second-factor/secret-cipher.ts';
import {
  closeSessions,
  listSessions,
  refreshSession,
  SESSION_DAYS,
  signIn,
  signOut,
} from './auth.service.ts';
import { deviceOf, type knownBrowsers } from './browsers.ts';
import { changePassword, verifyOwnPassword } from './change-password.ts';
import { ownCookie } from './own-cookie.ts';
import type { Place } from './throttle.ts';

const COOKIE_SECONDS = SESSION_DAYS * 24 * 60 * 60;

type Options = Codes & { db: Db; shopId: string; browsers: ReturnType<typeof knownBrowsers> };

export function authRoutes(app: FastifyInstance, options: Options): void {
  const { db, shopId, browsers, clock, shopKey } = options;
  const cookie = ownCookie('refresh', shopId, COOKIE_SECONDS);

  serve(app, 'login', async ({ body, request, reply }) => {
    const { username: login, password, code } = body;
    const address = addressOf(request);
    const device = deviceOf(request.headers['user-agent']);
    const place = browserPlace(request.knownBrowser, address);
    const attempt = { login, password, code, address, place, device, clock, shopKey };
    const issued = await signIn(db, attempt);
    cookie.set(request, reply, issued.refreshToken);
    await browsers.remember(request, reply, issued.session.user.id);
    return issued.session;
  });

  serve(app, 'refreshSession', async ({ body, request, reply }) => {
    refuseOtherSites(request);
    const refreshToken = cookie.read(request);
    if (!refreshToken) throw new Refusal('not_signed_in');
    const issued = await refreshSession(db, { refreshToken, attempt: body.attempt });
    cookie.set(request, reply, issued.refreshToken);
    return issued.session;
  });

  serve(app, 'logout', async ({ request, reply }) => {
    refuseOtherSites(request);
    const bearer = request.headers.authorization?.replace(/^Bearer /i, '');
    await signOut(
      db,
      [bearer, cookie.read(request)].filter((token) => token !== undefined),
    );
    cookie.clear(request, reply);
    return null;
  });

  serve(app, 'unlock', async ({ body, user, request }) => {
    const who = { user, address: addressOf(request), clock };
    await verifyOwnPassword(db, who, { password: body.password, field: 'password' });
    return null;
  });

  serve(app, 'changePassword', async ({ body, user, request }) => {
    await changePassword(db, { user, address: addressOf(request), clock }, body);
    return { message: 'Senha alterada com sucesso!' };
  });

  serve(app, 'listSessions', ({ params, user }) => listSessions(db, user, Number(params.id)));

  serve(app, 'endSessions', async ({ params, body, user }) => {
    await closeSessions(db, user, { userId: Number(params.id), session: body.session });
    return null;
  });
}

function browserPlace(browser: KnownBrowser | null, address: string): Place | undefined {
  // A copied cookie is another place elsewhere.
  return browser ? { ...browser, kind: 'browser', id: `${browser.id} ${address}` } : undefined;
}

/**
 * Throws cross_site. SameSite does not separate two ports of one host, so this checks Sec-Fetch-Site, which
 * browsers send over TLS, or else Origin, which is reliable if the proxy forwards Host. A browser writes
 * X-Forwarded-Host itself, and not every proxy replaces it.
 */
function refuseOtherSites(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const sameOrigin =
    site === undefined
      ? origin === undefined || origin === `${request.protocol}://${request.headers.host}`
      : site === 'same-origin' || site === 'none';
  if (!sameOrigin) throw new Refusal('cross_site');
}
