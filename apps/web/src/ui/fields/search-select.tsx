import { CloseButton, Popover, TextInput, type TextInputProps } from '@mantine/core';
import {
  type KeyboardEvent,
  memo,
  useCallback,
  useDeferredValue,
  useId,
  useMemo,
  useState,
} from 'react';
import { isCoverThere } from '../covered.ts';
import { SHORTEST_BEFORE_TAB, useBurst } from './burst.ts';
import {
  optionId,
  placeAfter,
  rowAt,
  SearchOptions,
  type SearchResult,
} from './search-options.tsx';
import classes from './search-select.module.css';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onSelect'> & {
  /** The text of the chosen option; '' for none. */
  chosen: string;
  search: (text: string) => SearchResult;
  /** The place of the row that Enter takes before an arrow key; null for none. Default: the first option. */
  preferred?: (text: string, result: SearchResult) => number | null;
  onPick: (key: string) => void;
  onClear: () => void;
  /**
   * Handles Enter before an arrow key instead of picking an option. 'kept' leaves the text, and what it finds. `read`:
   * what came at a scanner's pace right before.
   */
  onEnter?: (text: string, read: string) => boolean | 'kept';
  /** Whether a text at a scanner's pace was read, so that the Tab after it works as Enter. */
  endsRead?: (text: string) => boolean;
  /** Handles the up arrow in the empty, closed field; true prevents opening it. */
  onUp?: () => boolean;
  nothingFound: string;
  /** What the list leaves free at the bottom of the window, in px, if it can open above the field or be lower. */
  roomBelow?: number;
};

const NO_RESULT: SearchResult = { options: [], more: 0 };
const first = (text: string, result: SearchResult) =>
  text !== '' && result.options.length > 0 ? 0 : null;

/**
 * A searchable dropdown. Its input is its own state, so that typing renders nothing around it. Key
 * handlers read the field and search again, because a scanner types faster than React renders.
 */
export const SearchSelect = memo(function SearchSelect(props: Props) {
  const {
    chosen,
    search,
    preferred = first,
    onPick,
    onClear,
    onEnter,
    endsRead,
    onUp,
    nothingFound,
    roomBelow = 0,
    disabled = false,
    ...input
  } = props;
  const listId = useId();
  const heard = useBurst();
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [arrowed, setArrowed] = useState<number | null>(null);
  const text = useDeferredValue(typed ?? '');
  const shown = open && !disabled;
  const result = useMemo(() => (shown ? search(text) : NO_RESULT), [shown, search, text]);
  const active = arrowed ?? preferred(text, result);

  const reset = useCallback(() => {
    setTyped(null);
    setOpen(false);
    setArrowed(null);
  }, []);
  const pick = useCallback(
    (key: string) => {
      reset();
      onPick(key);
    },
    [reset, onPick],
  );

  const onChange = (value: string) => {
    setTyped(value);
    setOpen(true);
    setArrowed(null);
    if (value === '' && chosen !== '') onClear();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { text: read = '' } = heard(event);
    const isTabOfRead = read.length >= SHORTEST_BEFORE_TAB && endsRead?.(read) === true;
    const enters = event.key === 'Enter' || isTabOfRead;
    const value = typed === null ? '' : event.currentTarget.value;
    const now = () => search(value);
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault();
        const closed = !open && value === '' && chosen === '';
        if (closed && event.key === 'ArrowUp' && onUp?.()) return;
        setOpen(true);
        if (!open) return;
        return setArrowed(placeAfter(now(), active, event.key === 'ArrowDown' ? 1 : -1));
      }
      case 'Escape':
        if (open) event.stopPropagation();
        return reset();
      case 'Enter':
      case 'Tab': {
        if (!enters && (event.shiftKey || value === '')) return;
        if (enters) {
          event.preventDefault();
          if (event.repeat) return;
          const entered = arrowed === null && onEnter?.(event.currentTarget.value, read);
          if (entered === 'kept') setOpen(now().options.length > 0);
          if (entered === 'kept') return event.currentTarget.select();
          if (entered) return reset();
        }
        const found = now();
        const place = arrowed ?? preferred(value, found);
        const row = open && place !== null ? rowAt(found, place) : undefined;
        if (!row) return;
        // Picking moves the focus; Tab must not move it again.
        event.preventDefault();
        pick(row.key);
      }
    }
  };

  return (
    <Popover
      opened={shown}
      position="bottom-start"
      withinPortal={false}
      width="max-content"
      shadow="md"
      offset={4}
      middlewares={{
        flip: { padding: { bottom: roomBelow } },
        size: {
          padding: { top: 8, bottom: roomBelow + 8 },
          apply: ({ availableHeight, elements }) => {
            elements.floating.style.maxHeight = `${availableHeight}px`;
          },
        },
      }}
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes.dropdown }}
    >
      <Popover.Target>
        <TextInput
          {...input}
          disabled={disabled}
          role="combobox"
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={shown && active !== null ? optionId(listId, active) : undefined}
          autoComplete="off"
          spellCheck={false}
          value={typed ?? chosen}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onFocus={({ currentTarget: field }) => {
            if (typed === null) return field.select();
            // Half typed when the screen was covered: it goes on at its end, once the cover is gone.
            queueMicrotask(() => field.setSelectionRange(typed.length, typed.length));
          }}
          onClick={() => setOpen(true)}
          // The cover of an unused screen takes the focus, and gives it back.
          onBlur={() => (isCoverThere() ? setOpen(false) : reset())}
          rightSection={
            chosen !== '' && !disabled ? (
              <CloseButton
                size="sm"
                tabIndex={-1}
                aria-label="Limpar a escolha"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  reset();
                  onClear();
                }}
              />
            ) : undefined
          }
        />
      </Popover.Target>
      <Popover.Dropdown>
        <SearchOptions
          id={listId}
          result={result}
          active={active}
          nothingFound={nothingFound}
          onPick={pick}
        />
      </Popover.Dropdown>
    </Popover>
  );
});
