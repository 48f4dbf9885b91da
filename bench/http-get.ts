import http from 'node:http';
import { text } from 'node:stream/consumers';
import { ADMIN, type BenchShop, signIn } from './shop.ts';

/** The body of a 200; throws at any other response. */
export async function httpGet(url: URL, token: string, agent: http.Agent): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(url, { agent, headers }, resolve).on('error', reject);
  });
  const body = await text(response);
  if (response.statusCode === 200) return body;
  throw new Error(`${url} was answered with ${response.statusCode}: ${body}`);
}

export type Timed = { milliseconds: number; bytes: number; body: unknown };

/** One administrator at one browser: a single connection that stays open, one request after the other. */
export class Visitor {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  readonly #shop: BenchShop;
  #token = '';
  #signedInAt = Number.NEGATIVE_INFINITY;

  constructor(shop: BenchShop) {
    this.#shop = shop;
  }

  /** The time is up to the last byte, without parsing. */
  async get(path: string): Promise<Timed> {
    // A token lasts for 15 minutes, and a bench for longer.
    if (performance.now() - this.#signedInAt > 300_000) {
      this.#token = await signIn(this.#shop, ADMIN);
      this.#signedInAt = performance.now();
    }
    const began = performance.now();
    const body = await httpGet(new URL(path, this.#shop.origin), this.#token, this.#agent);
    const milliseconds = performance.now() - began;
    return { milliseconds, bytes: Buffer.byteLength(body), body: JSON.parse(body) };
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
