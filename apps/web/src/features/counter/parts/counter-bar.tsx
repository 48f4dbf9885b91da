import { Box } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SoundSwitch } from '../../../ui/fields/missed-scan-sound.tsx';
import { HelpLink } from '../../../ui/help-link.tsx';
import { BarButton } from './bar-button.tsx';
import classes from './counter-bar.module.css';

type Props = { onHelp: () => void; children?: ReactNode };

/** The slim line above the sale: what was last, and tools. It is always there, so that nothing moves. */
export function CounterBar({ onHelp, children }: Props) {
  return (
    <div className={classes.bar}>
      <div className={classes.line}>
        {children}
        <SoundSwitch />
        <BarButton
          words="Atalhos"
          icon={IconKeyboard}
          shows="?"
          className={classes.desk}
          // The focus stays in the field, to which the list returns it.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onHelp}
        />
        {/* What a finger reaches of it begins 12 px before it. */}
        <Box ml={4} mr={12}>
          <HelpLink help="vender" about="PDV" />
        </Box>
      </div>
    </div>
  );
}
