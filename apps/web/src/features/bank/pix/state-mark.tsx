import type { PixState } from '@balcao/domain/bank/pix-states.ts';
import { Flex } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArchive,
  IconArrowBackUp,
  IconCheck,
  IconCircleDashed,
  IconCopy,
  IconQuestionMark,
  IconRotate2,
  IconX,
} from '@tabler/icons-react';
import type { PixPart } from '../parts/bank.queries.ts';
import { COLOURS, PIX_PARTS } from './pix-words.ts';

const ICONS: Record<PixState, typeof IconX> = {
  found: IconCheck,
  differs: IconAlertTriangle,
  missing: IconX,
  uncovered: IconCircleDashed,
  unknown: IconQuestionMark,
  double: IconCopy,
  undone: IconRotate2,
  reversal: IconArrowBackUp,
  not_ours: IconArchive,
};

/** An icon and a word, never colour alone. */
export function StateMark({ of, part }: { of: PixState; part: PixPart }) {
  const Icon = ICONS[of];
  return (
    <Flex component="span" display="inline-flex" gap={6} align="center" c={COLOURS[of]} fw={600}>
      <Icon size={16} style={{ flex: 'none' }} aria-hidden />
      {PIX_PARTS[part].states[of]}
    </Flex>
  );
}
