import { formatInstant } from '@balcao/domain/audit/field-formats.ts';
import { Button, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './changes-in-bulk.module.css';

type Change = {
  id: number;
  at: string;
  by: string;
  can_undo: boolean;
  undone: { at: string; by: string } | null;
};
type Props<C extends Change> = {
  changes: readonly C[] | undefined;
  /** What was changed, for the list and as the name of the button. */
  titleOf: (change: C) => ReactNode;
  nameOf: (change: C) => string;
  /** What an undoing brought back. */
  countOf: (undone: NonNullable<C['undone']>) => string;
  /** The id of the one that is being undone. */
  undoing: number | undefined;
  onUndo: (change: C) => void;
};

/** The last changes of many rows at once; one of the last day can be undone. */
export function ChangesInBulk<C extends Change>(props: Props<C>) {
  const { changes, titleOf, nameOf, countOf, undoing, onUndo } = props;
  return (
    <ul className={classes.changes}>
      {changes?.map((change) => (
        <li key={change.id}>
          <div>
            <p>{titleOf(change)}</p>
            <Text inherit fz="sm" c="dimmed">
              {formatInstant(change.at)} · {change.by}
              {change.undone && (
                <>
                  <br />
                  Desfeita em {formatInstant(change.undone.at)} por {change.undone.by}:{' '}
                  {countOf(change.undone)}
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

type UndoneProps = {
  /** The answer: with another one there is another text. */
  of: object;
  done: string;
  /** The words above what was left, and what was left. */
  left: { words: string; rows: readonly { key: string | number; text: string }[] };
};

/** What an undoing brought back, and what it left as it is. It takes the focus: the pressed button is gone. */
export function UndoneText({ of, done, left: { words, rows } }: UndoneProps) {
  const status = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another answer the text is another
  useEffect(() => status.current?.focus(), [of]);
  return (
    <div role="status" ref={status} tabIndex={-1} className={classes.undone}>
      <Text inherit fw={600}>
        {done}
      </Text>
      {rows.length > 0 && (
        <>
          <Text inherit>{words}</Text>
          <ul>
            {rows.map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
