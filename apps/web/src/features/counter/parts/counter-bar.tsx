import { Box, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { HelpLink } from '../../../ui/help-link.tsx';
import classes from './counter-page.module.css';
import { KeyHint } from './key-hint.tsx';
import { SoundSwitch } from './missed-scan-sound.tsx';

type Props = { onHelp: () => void; children?: ReactNode };

/** The slim line above the sale: what was last, and tools. It is always there, so that nothing moves. */
export function CounterBar({ onHelp, children }: Props) {
  return (
    <Group gap="4px 8px" mih={32} justify="flex-end" style={{ gridColumn: '1 / -1' }}>
      {children}
      <SoundSwitch />
      <KeyHint shows="?" className={classes.shortcuts}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-keyshortcuts="?"
          // The focus stays in the field, to which the list returns it.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onHelp}
        >
          Atalhos
        </Button>
      </KeyHint>
      {/* What a finger reaches of it begins 12 px before it. */}
      <Box ml={4}>
        <HelpLink help="vender" about="PDV" />
      </Box>
    </Group>
  );
}
