import { type PixState, pixStateWords } from '@balcao/domain/bank/pix-states.ts';
import { Flex } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconCircleDashed,
  IconCopy,
  IconQuestionMark,
  IconRotate2,
  IconX,
} from '@tabler/icons-react';
import { COLOURS } from './pix-words.ts';

const ICONS: Record<PixState, typeof IconX> = {
  found: IconCheck,
  differs: IconAlertTriangle,
  missing: IconX,
  uncovered: IconCircleDashed,
  unknown: IconQuestionMark,
  double: IconCopy,
  undone: IconRotate2,
  reversal: IconArrowBackUp,
};

/** An icon and a word, never colour alone. */
export function StateMark({ of }: { of: PixState }) {
  const Icon = ICONS[of];
  return (
    <Flex component="span" display="inline-flex" gap={6} align="center" c={COLOURS[of]} fw={600}>
      <Icon size={16} style={{ flex: 'none' }} aria-hidden />
      {pixStateWords[of]}
    </Flex>
  );
}
