import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../database/clock.ts';
import type { Db } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { serve } from '../../request/serve.ts';
import { addressOf } from './address.ts';
import { changePassword, refreshSession, signIn, signOut } from './auth.service.ts';
import type { SessionReader } from './session-reader.ts';

const COOKIE_SECONDS = 7 * 24 * 60 * 60;

export function authRoutes(
  app: FastifyInstance,
  {
    db,
    sessions,
    shopId,
    clock,
  }: { db: Db; sessions: SessionReader; shopId: string; clock: Clock },
): void {
  const cookie = refreshCookie(shopId);
  serve(app, 'login', async ({ body, request, reply }) => {
    const { username: login, password } = body;
    const issued = await signIn(db, { login, password, address: addressOf(request), clock });
    cookie.set(request, reply, issued.refreshToken);
    return issued.session;
  });

  serve(app, 'refreshSession', async ({ body, request, reply }) => {
    refuseOtherSites(request);
    const refreshToken = cookie.read(request);
    if (!refreshToken) throw new Refusal('not_signed_in');
    try {
      const issued = await refreshSession(db, { refreshToken, attempt: body.attempt });
      cookie.set(request, reply, issued.refreshToken);
      return issued.session;
    } catch (error) {
      // A token that came back has just ended its session, and with it the access that was remembered.
      sessions.forgetAll();
      throw error;
    }
  });

  serve(app, 'logout', async ({ request, reply }) => {
    refuseOtherSites(request);
    const bearer = request.headers.authorization?.replace(/^Bearer /i, '');
    await signOut(
      db,
      [bearer, cookie.read(request)].filter((token) => token !== undefined),
    );
    sessions.forgetAll();
    cookie.clear(request, reply);
    return null;
  });

  serve(app, 'changePassword', async ({ body, user, request }) => {
    await changePassword(db, {
      user,
      address: addressOf(request),
      clock,
      oldPassword: body.old_password,
      newPassword: body.new_password,
      repeated: body.confirm_new_password,
    });
    sessions.forgetAll();
    return { message: 'Senha alterada com sucesso!' };
  });
}

/**
 * The cookie that holds the refresh token. Browsers share cookies between all ports of a host, so its name
 * carries the shop's id; they keep a `__Host-` cookie only over TLS, where no other host can set it.
 */
function refreshCookie(shopId: string) {
  const name = ({ protocol }: FastifyRequest) =>
    `${protocol === 'https' ? '__Host-' : ''}balcao_refresh_${shopId}`;
  const attributes = ({ protocol }: FastifyRequest) =>
    ({ path: '/', httpOnly: true, sameSite: 'strict', secure: protocol === 'https' }) as const;
  return {
    read: (request: FastifyRequest) => request.cookies[name(request)],
    set(request: FastifyRequest, reply: FastifyReply, token: string) {
      reply.setCookie(name(request), token, { ...attributes(request), maxAge: COOKIE_SECONDS });
    },
    // Browsers ignore an answer that clears a `__Host-` cookie without `Secure`.
    clear(request: FastifyRequest, reply: FastifyReply) {
      reply.clearCookie(name(request), attributes(request));
    },
  };
}

/**
 * SameSite does not tell apart two ports of one host. Browsers say themselves where a request comes from,
 * but over plain HTTP only in the Origin, which is right as long as a proxy passes the Host on.
 */
function refuseOtherSites(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const sameOrigin =
    site === undefined
      ? origin === undefined || origin === `${request.protocol}://${request.host}`
      : site === 'same-origin' || site === 'none';
  if (!sameOrigin) throw new Refusal('cross_site');
}
