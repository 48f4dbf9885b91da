import type { Section } from '../figures.ts';
import { SellingShop } from './selling-shop.ts';
import { twoServers } from './two-servers.ts';
import { weight } from './weight.ts';

/** What docs/scale.md says of one machine, and of the first steps beyond it. */
export async function scale(): Promise<Section[]> {
  const selling = await SellingShop.open();
  try {
    return [await twoServers(selling), await weight(selling)];
  } finally {
    await selling.stop();
  }
}
