import { Anchor, CloseButton, Portal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { counted } from '../../ui/counts.ts';
import { Say } from '../../ui/messages/say.tsx';

type Props = { count: number; onClose: () => void };

/** Mentions parked orders without covering or delaying what the page shows. */
export function ParkedNotice({ count, onClose }: Props) {
  return (
    <Portal>
      <Say
        rank="fact"
        pos="fixed"
        bottom={16}
        left={16}
        px="sm"
        py={8}
        bd="1px solid gray.4"
        bdrs="sm"
        c="var(--mantine-color-text)"
        bg="var(--mantine-color-body)"
        fz="md"
        style={{ zIndex: 'var(--mantine-z-index-overlay)', boxShadow: 'var(--mantine-shadow-md)' }}
        action={<CloseButton aria-label="Dispensar o aviso" onClick={onClose} />}
      >
        {counted(count, 'pedido continua', 'pedidos continuam')} em espera.{' '}
        <Anchor size="sm" component={Link} to={paths.counter} onClick={onClose}>
          Abrir o PDV
        </Anchor>
      </Say>
    </Portal>
  );
}
