import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { title: string; children: ReactNode; flex?: string };

/** A section of the counter: a group named by its title. */
export function GroupCard({ title, children, flex }: Props) {
  return (
    <Box
      component="fieldset"
      display="flow-root"
      flex={flex}
      miw={0}
      m={0}
      p="10px 16px 12px"
      bd="1px solid var(--hairline)"
      bdrs="md"
      bg="var(--mantine-color-body)"
    >
      {/* Floated, a legend sits inside its card instead of on the edge. */}
      <Text
        component="legend"
        fz="xs"
        fw={700}
        lts="0.08em"
        c="petrol"
        p={0}
        mb={4}
        w="100%"
        style={{ float: 'left' }}
      >
        {title}
      </Text>
      <div style={{ clear: 'both' }}>{children}</div>
    </Box>
  );
}
