import type { Movement } from '@balcao/contract/cash-boxes.ts';
import { Button, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useRef, useState } from 'react';
import { useCode } from '../../../api/use-code.ts';
import { paths } from '../../../navigation/paths.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { usePaper } from '../../../ui/paper/use-paper.tsx';
import { ownBoxQuery } from '../../cash-box/cash-box.queries.ts';

const TOOLS = [
  ['supply', 'Suprimento'],
  ['withdrawal', 'Sangria'],
] as const;

/** The number of the open box on the counter's bar, and what goes into and out of its drawer. */
export const BoxTools = memo(function BoxTools({ seller }: { seller: number }) {
  const { data: own } = useQuery(ownBoxQuery(seller));
  const [kind, setKind] = useState<Movement['kind']>();
  const slip = usePaper(paths.movementSlip, 'Comprovante');
  const code = useCode(
    'movement-dialog',
    () => import('../../cash-box/movements/movement-dialog.tsx'),
    kind !== undefined,
  );
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setKind(undefined);
    opener.current?.focus();
  };
  const box = own?.box;
  if (!box || box.counts) return null;
  return (
    <>
      <Text className="money" size="sm" c="gray.7">
        Caixa nº {box.id}
      </Text>
      {TOOLS.map(([each, words]) => (
        <Button
          key={each}
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={(event) => {
            opener.current = event.currentTarget;
            setKind(each);
          }}
        >
          {words}
        </Button>
      ))}
      {kind && code.data && (
        <code.data.MovementDialog
          kind={kind}
          box={box}
          withdrawalLimit={own.withdrawal_limit}
          onMade={(movement) => {
            close();
            slip.open(movement, { printAtOnce: true });
          }}
          onClose={close}
        />
      )}
      {kind && code.isError && (
        <Modal opened onClose={close} title="Caixa">
          <LoadNotice query={code} failed="Não foi possível abrir a janela." />
        </Modal>
      )}
      {slip.blocked}
    </>
  );
});
