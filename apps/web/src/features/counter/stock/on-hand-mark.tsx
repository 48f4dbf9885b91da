import { IconAlertTriangle } from '@tabler/icons-react';
import { whole } from '../../../ui/counts.ts';
import { isLow } from './on-hand.ts';
import classes from './on-hand-mark.module.css';

type Props = { pieces: number | undefined; className?: string | undefined };

/** The small number on a tile or a chip; nothing for a product that is not followed. */
export function OnHandMark({ pieces, className = '' }: Props) {
  if (pieces === undefined) return null;
  const low = isLow(pieces);
  return (
    <span className={`${classes.mark} ${className}`} data-low={low || undefined}>
      {low && <IconAlertTriangle size={12} aria-hidden />}
      {whole(pieces)}
      <span className="visually-hidden"> em estoque</span>
    </span>
  );
}
