import { Button, Group } from '@mantine/core';

type Props = { left: number; onMore: () => void };

/** Below a list that is drawn a part at a time; nothing when all of it is there. */
export function ShowMore({ left, onMore }: Props) {
  if (left <= 0) return null;
  return (
    <Group justify="center" p={8}>
      <Button variant="default" onClick={onMore}>
        Mostrar mais ({left.toLocaleString('pt-BR')})
      </Button>
    </Group>
  );
}
