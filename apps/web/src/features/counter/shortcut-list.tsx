import { Group, Kbd, Modal, Text } from '@mantine/core';
import { memo } from 'react';
import { SHORTCUTS } from './use-shortcuts.ts';

type Props = { opened: boolean; onClose: () => void };

export const ShortcutList = memo(function ShortcutList({ opened, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Atalhos do teclado"
      transitionProps={{ duration: 0 }}
    >
      <dl>
        {SHORTCUTS.map(([keys, effect]) => (
          <Group key={keys} py={6} gap="sm">
            <Text component="dt" size="sm" w="12rem">
              <Kbd>{keys}</Kbd>
            </Text>
            <Text component="dd" size="sm" m={0} flex="1 1 12rem">
              {effect}
            </Text>
          </Group>
        ))}
      </dl>
    </Modal>
  );
});
