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

  /** The time is up to the last byte, without parsing. A search that is in no address is sent as a body. */
  async get(
    path: string,
    find?: string,
  ): Promise<{ milliseconds: number; bytes: number; body: unknown }> {
    // A token lasts for 15 minutes, and a bench for longer.
    if (performance.now() - this.#signedInAt > 300_000) {
      this.#token = await signIn(this.#shop, ADMIN);
      this.#signedInAt = performance.now();
    }
    const began = performance.now();
    const url = new URL(path, this.#shop.origin);
    const headers = { authorization: `Bearer ${this.#token}` };
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const json = { ...headers, 'content-type': 'application/json' };
      const request =
        find === undefined
          ? http.request(url, { agent: this.#agent, headers }, resolve)
          : http.request(url, { agent: this.#agent, headers: json, method: 'POST' }, resolve);
      request.on('error', reject).end(find && JSON.stringify({ find }));
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
