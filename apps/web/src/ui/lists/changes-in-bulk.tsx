import { formatInstant } from '@balcao/domain/audit/field-formats.ts';
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './changes-in-bulk.module.css';

type Change = { id: number; at: string; by: string; can_undo: boolean };
type Props<C> = {
  label?: string;
  changes: readonly C[] | undefined;
  /** What was changed, for the list and as the name of the button. */
  titleOf: (change: C) => ReactNode;
  nameOf: (change: C) => string;
  /** What an undoing did. */
  undoneOf: (change: C) => string | undefined;
  /** The id of the one that is being undone. */
  undoing: number | undefined;
  onUndo: (change: C) => void;
};

/** The last changes of many rows at once; one of the last day can be undone. */
export function ChangesInBulk<C extends Change>(props: Props<C>) {
  const { label, changes, titleOf, nameOf, undoneOf, undoing, onUndo } = props;
  return (
    <ul className={classes.changes} aria-label={label}>
      {changes?.map((change) => (
        <li key={change.id}>
          <div>
            <p>{titleOf(change)}</p>
            <Text inherit fz="sm" c="dimmed">
              {formatInstant(change.at)} · {change.by}
              {undoneOf(change) && (
                <>
                  <br />
                  {undoneOf(change)}
                </>
              )}
            </Text>
          </div>
          {change.can_undo && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Desfazer ${nameOf(change)}, ${formatInstant(change.at)}`}
              loading={undoing === change.id}
              disabled={undoing !== undefined}
              onClick={() => onUndo(change)}
            >
              Desfazer
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
