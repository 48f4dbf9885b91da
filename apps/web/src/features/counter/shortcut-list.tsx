import { Kbd, Modal } from '@mantine/core';
import classes from './counter-page.module.css';
import { SHORTCUTS } from './use-shortcuts.ts';

export function ShortcutList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
}
