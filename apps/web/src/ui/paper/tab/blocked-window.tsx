import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Say } from '../../messages/say.tsx';

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
  <Say
    rank="look"
    pos="sticky"
    top={8}
    mb={12}
    style={{ zIndex: 2 }}
    action={<CloseButton aria-label={`Dispensar ${name}`} onClick={onClose} />}
  >
    O navegador bloqueou a janela {of}.{' '}
    {/* The link has to handle the click before it is removed. */}
    <span onClickCapture={() => setTimeout(onClose)}>{children}</span>
  </Say>
);
