import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { whole } from '../counts.ts';
import classes from './search-select.module.css';

export type SearchOption = {
  readonly key: string;
  /** A column before the label. */
  readonly lead?: string;
  readonly label: string;
  readonly detail?: string;
  /** Before the detail; `look`: it is worth a look. */
  readonly note?: { readonly words: string; readonly look: boolean };
};
/**
 * `more` is the number of further matches. `heads` are rows above the options and no options themselves: a click or the
 * up arrow reaches them, and Enter may take one (`preferred`).
 */
export type SearchResult = {
  readonly options: readonly SearchOption[];
  readonly more: number;
  readonly heads?: readonly SearchOption[];
};

/** The row at a place: of the options from 0 up, of the heads from -1 down. */
export const rowAt = ({ heads, options }: SearchResult, place: number) =>
  place < 0 ? heads?.at(place) : options[place];

/** Where an arrow key leads from a place; null is none. */
export function placeAfter(
  { heads = [], options }: SearchResult,
  from: number | null,
  step: 1 | -1,
) {
  const next = (from ?? (step > 0 ? -1 : 0)) + step;
  return Math.max(-heads.length, Math.min(options.length - 1, next));
}

type Props = {
  id: string;
  result: SearchResult;
  /** Null while no row is marked. */
  active: number | null;
  nothingFound: string;
  onPick: (key: string) => void;
};

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

export const SearchOptions = memo(function SearchOptions(props: Props) {
  const { id, result, active, nothingFound, onPick } = props;
  const list = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const heads = result.heads ?? [];
  useEffect(() => {
    if (active === null) return;
    const row = active < 0 ? active + heads.length : active;
    const rows = active < 0 ? above : list;
    rows.current?.children[row]?.scrollIntoView({ block: 'nearest' });
  }, [active, heads.length]);

  return (
    <>
      {heads.length > 0 && (
        <div ref={above} className={classes.heads}>
          {heads.map((head, index, { length }) => (
            <button
              key={head.key}
              id={optionId(id, index - length)}
              type="button"
              tabIndex={-1}
              data-active={index - length === active || undefined}
              className={classes.head}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(head.key)}
            >
              <span className={classes.label}>{head.label}</span>
              <span className={classes.detail}>{head.detail}</span>
            </button>
          ))}
        </div>
      )}
      {/* Not named like its field, which is the one thing of that name. */}
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Opções"
        // Tab would stop at a list that scrolls, which closes under it.
        tabIndex={-1}
        className={classes.list}
        onMouseDown={(event) => event.preventDefault()}
      >
        {result.options.map((option, index) => (
          // The input of a combobox keeps the focus and handles the keys.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={option.key}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            data-active={index === active || undefined}
            className={classes.option}
            onClick={() => onPick(option.key)}
          >
            {option.lead !== undefined && <span className={classes.lead}>{option.lead}</span>}
            <span className={classes.label}>{option.label}</span>
            {option.note && (
              <span className={classes.note} data-look={option.note.look || undefined}>
                {option.note.look && <IconAlertTriangle size={14} aria-hidden />}
                {option.note.words}
              </span>
            )}
            {option.detail && <span className={classes.detail}>{option.detail}</span>}
          </div>
        ))}
      </div>
      {result.options.length === 0 && <p className={classes.hint}>{nothingFound}</p>}
      {result.more > 0 && (
        <p className={classes.hint}>
          e mais {whole(result.more)}. Continue digitando para encontrar.
        </p>
      )}
    </>
  );
});
