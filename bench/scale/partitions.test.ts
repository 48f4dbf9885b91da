import { expect, test } from 'vitest';
import { expectSame } from './partitions.ts';

test('partitions that answer something else are no comparison', async () => {
  const same = async () => ({ rows: [{ id: 1 }] });
  await expect(expectSame('a list', same)).resolves.toBeUndefined();
  const other = async (side: string) => ({ rows: [{ id: side === 'whole' ? 1 : 2 }] });
  await expect(expectSame('a list', other)).rejects.toThrow('the answer is another');
});
