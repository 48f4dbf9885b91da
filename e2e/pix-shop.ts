import { test as base } from './counter-screen.ts';
import type { Shop } from './fixtures.ts';

export const RECEIVER = {
  key: '123e4567-e12b-12d1-a456-426655440000',
  name: 'Colégio São João',
  city: 'Brasília',
};

/** The alert of a Pix that nobody has confirmed. */
export const NOT_FOUND = 'Confira o Pix no banco e confirme antes de finalizar.';

export const setPix = ({ admin }: Pick<Shop, 'admin'>) =>
  admin.call('editPix', { body: { pix: { method: 'Pix', ...RECEIVER } } });

/** Tests in a shop that has set its Pix. */
export const test = base.extend<{ pixShop: undefined }>({
  pixShop: [
    async ({ shop }, use) => {
      await setPix(shop);
      await use(undefined);
    },
    { auto: true },
  ],
});
