import { Kbd, Modal } from '@mantine/core';
import { memo } from 'react';
import classes from './panel/counter-page.module.css';
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
      <dl className={classes.shortcuts}>
        {SHORTCUTS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <Kbd>{keys}</Kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
});
