import type { Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { paths } from '../../../navigation/paths.ts';
import { usePaper } from '../../../ui/paper/tab/use-paper.tsx';
import { ownBoxQuery } from '../../cash-box/cash-box.queries.ts';
import { MovementDialog } from '../../cash-box/movements/movement-dialog.tsx';
import { BarMenu } from '../bar/bar-menu.tsx';
import classes from '../bar/counter-bar.module.css';
import { useErrands } from '../keys/errands.ts';

/** The number of the open box, and what goes into and out of its drawer. */
export const BoxMenu = memo(function BoxMenu({ seller }: { seller: number }) {
  const { data: own } = useQuery(ownBoxQuery(seller));
  const box = own?.box?.counts === null ? own.box : undefined;
  const [kind, setKind] = useState<Movement['kind']>();
  const slip = usePaper(paths.movementSlip, 'Comprovante');
  const close = () => setKind(undefined);
  const [supply, withdrawal] = [() => setKind('supply'), () => setKind('withdrawal')];
  useErrands(box !== undefined, { supply, withdrawal });
  if (!own || !box) return null;
  return (
    <>
      <BarMenu
        items={[
          { words: 'Suprimento', run: supply },
          { words: 'Sangria', run: withdrawal },
        ]}
      >
        <span className={classes.words}>Caixa&nbsp;</span>nº {box.id}
      </BarMenu>
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
});
