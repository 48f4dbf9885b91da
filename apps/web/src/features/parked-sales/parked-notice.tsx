import { Anchor, CloseButton, Group, Portal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';

type Props = { count: number; onClose: () => void };

/** Mentions parked orders without covering or delaying what the page shows. */
export function ParkedNotice({ count, onClose }: Props) {
  return (
    <Portal>
      <Group
        role="status"
        gap="xs"
        pos="fixed"
        bottom={16}
        left={16}
        px="sm"
        py={8}
        bd="1px solid gray.4"
        bdrs="sm"
        bg="var(--mantine-color-body)"
        style={{ zIndex: 'var(--mantine-z-index-overlay)', boxShadow: 'var(--mantine-shadow-md)' }}
      >
        {count} {count === 1 ? 'pedido continua' : 'pedidos continuam'} em espera.
        <Anchor size="sm" component={Link} to={paths.counter} onClick={onClose}>
          Abrir o PDV
        </Anchor>
        <CloseButton aria-label="Dispensar o aviso" onClick={onClose} />
      </Group>
    </Portal>
  );
}
