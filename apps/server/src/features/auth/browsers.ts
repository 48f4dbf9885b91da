import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ShopKey } from '../second-factor/secret-cipher.ts';
import { ownCookie } from './own-cookie.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Longer than the holidays. Each sign-in begins them anew. */
const DAYS = 180;
/** A counter's computer has fewer people; a cookie has some kB of room. */
const MOST_ACCOUNTS = 50;

const today = () => Math.floor(Date.now() / DAY_MS);

/**
 * Remembers who has signed in in a browser, in a cookie that the shop signs: `<last day>.<browser>.<ids>.<signature>`. A school
 * that is reached through one router has one address for its counters and for everybody else, and who guesses there
 * must not make the counters wait. The cookie gives nobody access.
 */
export function knownBrowsers(
  app: FastifyInstance,
  { shopId, shopKey }: { shopId: string; shopKey: ShopKey },
) {
  const cookie = ownCookie('browser', shopId, (DAYS * DAY_MS) / 1_000);
  // A shop that can't read its key knows no browser; signing in goes on by address.
  const signed = async (text: string) => {
    const key = await shopKey().catch(() => undefined);
    if (!key) return undefined;
    const own = Buffer.from(hkdfSync('sha256', key, '', 'balcao known browser', 32));
    return `${text}.${createHmac('sha256', own).update(text).digest('base64url')}`;
  };

  app.decorateRequest('knownBrowser', null);
  /** Sets `knownBrowser` of a request that has the cookie. */
  const recognise = async (request: FastifyRequest): Promise<void> => {
    const value = cookie.read(request);
    if (!value) return;
    const [, text = '', until, id = '', ids = ''] =
      /^((\d{1,6})\.([\w-]{12})\.([\d-]{1,400}))\.[\w-]{43}$/.exec(value) ?? [];
    const expected = until && Number(until) >= today() ? await signed(text) : undefined;
    if (!expected || !timingSafeEqual(Buffer.from(expected), Buffer.from(value))) return;
    request.knownBrowser = { id, accounts: ids.split('-').map(Number) };
  };

  return {
    recognise,
    async remember(request: FastifyRequest, reply: FastifyReply, account: number): Promise<void> {
      const before = request.knownBrowser?.accounts.filter((id) => id !== account) ?? [];
      const ids = [account, ...before].slice(0, MOST_ACCOUNTS);
      // Another one each time: what was copied before is another place than this browser, also at its own address.
      const id = randomBytes(9).toString('base64url');
      const value = await signed(`${today() + DAYS}.${id}.${ids.join('-')}`);
      if (value !== undefined) cookie.set(request, reply, value);
    },
  };
}

/** The first that fits: browsers name their ancestors too. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

/** The browser and its system in plain words; of the text that a browser sends nothing else is kept. */
export function deviceOf(userAgent = ''): string {
  const named = (among: typeof BROWSERS) => among.find(([sign]) => sign.test(userAgent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (!browser && !system) return 'Outro programa';
  return `${browser ?? 'Navegador'}${system ? ` no ${system}` : ''}`;
}
