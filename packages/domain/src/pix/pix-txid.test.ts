import { expect, it } from 'vitest';
import { pixTxid } from './pix-txid.ts';

it('pixTxid has 25 letters and digits, its own for each line of a sale', () => {
  const key = '0198C0DE-1234-4567-89AB-0123456789AB';
  const txids = [1, 2, 3, 4, 5].map((line) => pixTxid(key, line));
  expect(txids[1]).toBe('0198c0de1234456789ab01232');
  expect(new Set(txids).size).toBe(5);
  for (const txid of txids) expect(txid).toMatch(/^[0-9a-z]{25}$/);
  expect(pixTxid(key.toLowerCase(), 2)).toBe(txids[1]);
});
