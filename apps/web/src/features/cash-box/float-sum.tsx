import type { CashBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Text } from '@mantine/core';
import { leftByLastCount } from './box-words.ts';

/**
 * The float of a box, and what the count before had left where that is another sum; it wraps, as a cell of amounts
 * does not.
 */
export function FloatSum({ box }: { box: Pick<CashBox, 'float' | 'last_count'> }) {
  const left = leftByLastCount(box);
  return (
    <>
      {formatReais(box.float)}
      {left && (
        <Text span display="block" fz="xs" fw={400} c="dimmed" style={{ whiteSpace: 'normal' }}>
          {left}
        </Text>
      )}
    </>
  );
}
