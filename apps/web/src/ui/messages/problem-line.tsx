import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { lines?: number | undefined; children: ReactNode };

/** Why something could not be done. Its room is always there, so that what stands below does not move. */
export const ProblemLine = ({ lines = 1, children }: Props) => (
  <Text role="alert" size="sm" fw={600} c="red" mih={`${lines * 1.5}em`}>
    {children}
  </Text>
);
