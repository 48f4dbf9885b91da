import { routes } from '@balcao/contract/routes.ts';
import { Generator } from '../sale/generator.ts';
import type { HttpSetup } from '../sale/http-load.ts';
import { bodyOf, credentialsOf, stock } from '../sale/sales.ts';
import { type BenchShop, openBenchShop } from '../shop.ts';

const SELLERS = 32;

/** A shop with goods and signed-in sellers, and generators that let them sell. */
export class SellingShop {
  readonly shop: BenchShop;
  readonly #setup: Omit<HttpSetup, 'origin'>;
  readonly #generators: Generator[] = [];

  private constructor(shop: BenchShop, setup: Omit<HttpSetup, 'origin'>) {
    this.shop = shop;
    this.#setup = setup;
  }

  static async open(): Promise<SellingShop> {
    const shop = await openBenchShop();
    try {
      const { sellers, sales } = await stock(shop.owner.db, SELLERS);
      const tokens: string[] = [];
      // One after the other: the server checks four passwords at a time.
      for (const seller of sellers) tokens.push(await shop.signIn(credentialsOf(seller)));
      const { path } = routes.createSale;
      return new SellingShop(shop, { path, tokens, bodies: sales.map(bodyOf) });
    } catch (error) {
      await shop.stop();
      throw error;
    }
  }

  /** One half of the sellers, at one server: sessions are in the database, so any will do. */
  halfAt(origin: string, half: 0 | 1): Generator {
    const { tokens } = this.#setup;
    const setup: HttpSetup = {
      ...this.#setup,
      origin,
      tokens: half === 0 ? tokens.slice(0, SELLERS / 2) : tokens.slice(SELLERS / 2),
    };
    const generator = new Generator(new URL('../sale/http-load.ts', import.meta.url), setup);
    this.#generators.push(generator);
    return generator;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#generators.map((generator) => generator.stop()));
    await this.shop.stop();
  }
}
