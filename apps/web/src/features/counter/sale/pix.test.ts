import { cents } from '@balcao/domain/money.ts';
import { pixTxid } from '@balcao/domain/pix/pix-txid.ts';
import { expect, it } from 'vitest';
import { withAmount, withMethod, withPixFound } from './payment-lines.ts';
import { pixObstacle, type SalePix, txidOf } from './sale-checks.ts';
import { paid } from './testing.ts';

const KEY = '0198c0de-1234-4567-89ab-0123456789ab';
const pix = { method: 'Pix', saleKey: KEY } as SalePix;
const another = { ...pix, saleKey: KEY.replace('0198', '0199') };
const rows = paid('PIX', cents(500));
const found = withPixFound(rows, 0, pixTxid(KEY, 1));

it('asks for each Pix with an amount, in a shop that has Pix', () => {
  expect(txidOf({ method: 'PIX', amount: cents(500) }, 1, pix)).toBe(pixTxid(KEY, 2));
  for (const row of [
    { method: 'Pix', amount: null },
    { method: 'Pix', amount: cents(0) },
    { method: 'Pix parcelado', amount: cents(500) },
    { method: null, amount: null },
  ]) {
    expect(txidOf(row, 0, pix)).toBeUndefined();
  }
  expect(pixObstacle(rows, undefined)).toBeUndefined();
  expect(pixObstacle(rows, pix)?.field).toBe('pix-0');
  expect(pixObstacle(found, pix)).toBeUndefined();
});

it('asks again for another amount, another method, and another sale', () => {
  expect(pixObstacle(withAmount(found, 0, cents(500)), pix)).toBeUndefined();
  for (const amount of [cents(501), null]) {
    const changed = withAmount(withAmount(found, 0, amount), 0, cents(500));
    expect(pixObstacle(changed, pix)?.field).toBe('pix-0');
  }
  const otherMethod = withMethod(withMethod(found, 0, 'Dinheiro'), 0, 'Pix');
  expect(pixObstacle(otherMethod, pix)?.field).toBe('pix-0');
  // The key has turned out to belong to an earlier or a deleted sale.
  expect(pixObstacle(found, another)?.field).toBe('pix-0');
});
