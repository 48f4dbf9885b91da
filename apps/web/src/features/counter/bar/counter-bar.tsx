import { Box } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { counted } from '../../../ui/counts.ts';
import { playMissedScan, useSound } from '../../../ui/fields/missed-scan-sound.tsx';
import { HelpLink } from '../../../ui/help-link.tsx';
import { readKept } from '../../kept/kept-sales.ts';
import { useGridShown } from '../grid/product-grid.tsx';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
import { type CounterState, isFilled, opened } from '../sale/counter-state.ts';
import { BarButton, BarMenu } from './bar-menu.tsx';
import classes from './counter-bar.module.css';

type Props = {
  /** Absent in practice. */
  onClientScreen?: (() => void) | undefined;
  children: ReactNode;
};

/** The slim line above the sale: what was last, and tools. It is always there, so that nothing moves. */
export function CounterBar({ onClientScreen, children }: Props) {
  const dispatch = useDispatch();
  const [sounds, setSounds] = useSound();
  const [grid, setGrid] = useGridShown();
  const items = [
    { words: 'Grade', checked: grid, run: () => setGrid(!grid) },
    {
      words: 'Som de leitura que não entra',
      checked: sounds,
      run: () => {
        setSounds(!sounds);
        // What it sounds like; silent when it was turned off.
        playMissedScan();
      },
    },
    ...(onClientScreen
      ? [{ words: 'Tela do cliente', className: classes.desk, run: onClientScreen }]
      : []),
    {
      words: 'Atalhos',
      shows: '?',
      className: classes.desk,
      run: () => dispatch(opened({ is: 'shortcuts' })),
    },
  ];
  return (
    <div className={classes.bar}>
      <div className={classes.line}>
        {children}
        <EmptyButton />
        <BarMenu name="Mais opções" items={items} variant="subtle">
          <IconDots size={20} aria-hidden />
        </BarMenu>
        {/* What a finger reaches of it begins 12 px before it. */}
        <Box ml={4} mr={12}>
          <HelpLink help="vender" about="PDV" />
        </Box>
      </div>
    </div>
  );
}

/** While a sale may have been recorded, giving it up is asked about elsewhere. */
const canEmpty = (state: CounterState) =>
  (state.phase === 'typing' || state.phase === 'paying') &&
  state.sent.length === 0 &&
  isFilled(state);

function keptAside(): string {
  const count = readKept().sales.length;
  if (count === 0) return '';
  return ` ${counted(count, 'venda guardada continua', 'vendas guardadas continuam')} neste computador.`;
}

/** For the client who gives up. */
function EmptyButton() {
  const dispatch = useDispatch();
  return (
    <BarButton
      words="Esvaziar"
      icon={IconTrash}
      disabled={!useCounter(canEmpty)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => dispatch({ type: 'order-emptied', aside: keptAside() }, 'cpf')}
    />
  );
}
