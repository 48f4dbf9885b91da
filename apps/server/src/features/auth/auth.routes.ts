import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { Refusal } from '../../refusal.ts';
import { serve } from '../../serve.ts';
import { changePassword, type Issued, refreshSession, signIn, signOut } from './auth.service.ts';
import type { SessionReader } from './session-reader.ts';

const COOKIE_SECONDS = 7 * 24 * 60 * 60;

export function authRoutes(
  app: FastifyInstance,
  { db, sessions }: { db: Db; sessions: SessionReader },
): void {
  serve(app, 'login', async ({ body, request, reply }) => {
    const { username: login, password } = body;
    return handOver(request, reply, await signIn(db, { login, password, address: request.ip }));
  });

  serve(app, 'refreshSession', async ({ body, request, reply }) => {
    refuseOtherSites(request);
    const refreshToken = refreshCookie(request);
    if (!refreshToken) throw new Refusal('not_signed_in');
    try {
      const issued = await refreshSession(db, { refreshToken, attempt: body.attempt });
      return handOver(request, reply, issued);
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
      [bearer, refreshCookie(request)].filter((token) => token !== undefined),
    );
    sessions.forgetAll();
    reply.clearCookie(cookieName(request), { path: '/' });
    return null;
  });

  serve(app, 'changePassword', async ({ body, user, request }) => {
    await changePassword(db, {
      user,
      address: request.ip,
      oldPassword: body.old_password,
      newPassword: body.new_password,
      repeated: body.confirm_new_password,
    });
    sessions.forgetAll();
    return { message: 'Senha alterada com sucesso!' };
  });
}

/** Browsers keep a `__Host-` cookie only over TLS, where it can be set by nobody but this host. */
function cookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-balcao_refresh' : 'balcao_refresh';
}

function refreshCookie(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)];
}

function handOver(request: FastifyRequest, reply: FastifyReply, issued: Issued) {
  reply.setCookie(cookieName(request), issued.refreshToken, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: COOKIE_SECONDS,
  });
  return issued.session;
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
