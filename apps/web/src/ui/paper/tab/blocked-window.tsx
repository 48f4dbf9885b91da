import { CloseButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './blocked-window.module.css';

type Props = {
  /** 'do recibo' */
  of: string;
  /** 'o recibo' */
  name: string;
  /** A link to it. */
  children: ReactNode;
  onClose: () => void;
};

/** Leads to a window that the browser has blocked. */
export const BlockedWindow = ({ of, name, children, onClose }: Props) => (
  <Group role="status" className={classes.notice}>
    <span>O navegador bloqueou a janela {of}.</span>
    {/* The link has to handle the click before it is removed. */}
    <span onClickCapture={() => setTimeout(onClose)}>{children}</span>
    <CloseButton aria-label={`Dispensar ${name}`} onClick={onClose} />
  </Group>
);
