import { type BoxProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** `lines`: of room that is always there, so that what stands below does not move. */
type Props = BoxProps & { lines?: number | undefined; children: ReactNode };

/** Why something could not be done. */
export const ProblemLine = ({ lines = 1, children, ...box }: Props) => (
  <Text role="alert" size="sm" fw={600} c="red" mih={`${lines * 1.5}em`} {...box}>
    {children}
  </Text>
);
