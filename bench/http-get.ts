import http from 'node:http';
import { text } from 'node:stream/consumers';
import { ADMIN, type BenchShop, signIn } from './shop.ts';

/** One administrator at one browser: a single connection that stays open, one request after the other. */
export class Visitor {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  readonly #shop: BenchShop;
  #token = '';
  #signedInAt = Number.NEGATIVE_INFINITY;

  constructor(shop: BenchShop) {
    this.#shop = shop;
  }

  /** Asks by GET, or with a body by POST. The time is up to the last byte, without parsing. */
  async get(
    path: string,
    sent?: object,
  ): Promise<{ milliseconds: number; bytes: number; body: unknown }> {
    // A token lasts for 15 minutes, and a bench for longer.
    if (performance.now() - this.#signedInAt > 300_000) {
      this.#token = await signIn(this.#shop, ADMIN);
      this.#signedInAt = performance.now();
    }
    const began = performance.now();
    const url = new URL(path, this.#shop.origin);
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(sent && { 'content-type': 'application/json' }),
    };
    const method = sent ? 'POST' : 'GET';
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = http.request(url, { method, agent: this.#agent, headers }, resolve);
      request.on('error', reject).end(sent && JSON.stringify(sent));
    });
    const body = await text(response);
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${body}`);
    const milliseconds = performance.now() - began;
    return { milliseconds, bytes: Buffer.byteLength(body), body: JSON.parse(body) };
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
