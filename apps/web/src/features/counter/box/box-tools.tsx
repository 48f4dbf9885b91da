import type { CashBox, Movement, OwnBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { Text } from '@mantine/core';
import { IconCircleMinus, IconCirclePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { paths } from '../../../navigation/paths.ts';
import { usePaper } from '../../../ui/paper/tab/use-paper.tsx';
import { ownBoxQuery } from '../../cash-box/cash-box.queries.ts';
import { MovementDialog } from '../../cash-box/movements/movement-dialog.tsx';
import { BarButton } from '../parts/bar-button.tsx';
import { useErrands } from '../parts/errands.ts';

/** The open box on the counter's bar. */
export function BoxTools({ seller }: { seller: number }) {
  const { data: own } = useQuery(ownBoxQuery(seller));
  const box = own?.box;
  const open = box?.counts === null;
  if (!own || !box || !open) return null;
  return <OpenBoxTools own={own} box={box} />;
}

const TOOLS = [
  ['supply', 'Suprimento', IconCirclePlus],
  ['withdrawal', 'Sangria', IconCircleMinus],
] as const;

/** The number of the open box, and what goes into and out of its drawer. */
function OpenBoxTools({ own, box }: { own: OwnBox; box: CashBox }) {
  const [kind, setKind] = useState<Movement['kind']>();
  const slip = usePaper(paths.movementSlip, 'Comprovante');
  const opener = useRef<HTMLElement>(null);
  const close = () => {
    // While the dialog is open, its button takes no focus.
    flushSync(() => setKind(undefined));
    opener.current?.focus();
  };
  const openFrom = (element: Element | null, kind: Movement['kind']) => {
    opener.current = element instanceof HTMLElement ? element : null;
    setKind(kind);
  };
  useErrands(true, {
    supply: () => openFrom(document.activeElement, 'supply'),
    withdrawal: () => openFrom(document.activeElement, 'withdrawal'),
  });
  return (
    <>
      <Text className="money" data-box size="sm" c="dimmed">
        Caixa nº {box.id}
      </Text>
      {TOOLS.map(([each, words, icon]) => (
        <BarButton
          key={each}
          words={words}
          icon={icon}
          lasting
          onClick={({ currentTarget }) => openFrom(currentTarget, each)}
        />
      ))}
      {kind && (
        <MovementDialog
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
      {slip.blocked}
    </>
  );
}
