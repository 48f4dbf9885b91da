import { CloseButton, Popover, TextInput, type TextInputProps } from '@mantine/core';
import {
  type KeyboardEvent,
  memo,
  type Ref,
  useCallback,
  useDeferredValue,
  useId,
  useMemo,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { optionId, SearchOptions, type SearchResult } from './search-options.tsx';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'ref' | 'onSelect'> & {
  inputRef?: Ref<HTMLInputElement>;
  /** The name of the field for those who do not see it, when `label` is not shown. */
  name: string;
  /** What is chosen, as text; '' when nothing is. */
  chosen: string;
  search: (text: string) => SearchResult;
  /** Which option Enter takes before an arrow key was used; -1 for none. By default the first. */
  preferred?: (text: string, result: SearchResult) => number;
  onPick: (key: string) => void;
  onClear: () => void;
  /** Enter without an option taken by arrow key. True: dealt with, nothing is picked. */
  onEnter?: (text: string) => boolean;
  nothingFound: string;
};

const NOTHING: SearchResult = { options: [], more: 0 };
const first = (text: string, result: SearchResult) =>
  text !== '' && result.options.length > 0 ? 0 : -1;

/**
 * A searchable dropdown that keeps what is being typed to itself, so that nothing around it renders
 * meanwhile. Keys read the field itself and search anew: a scanner types faster than React renders.
 */
export const SearchSelect = memo(function SearchSelect(props: Props) {
  const {
    inputRef,
    name,
    chosen,
    search,
    preferred = first,
    onPick,
    onClear,
    onEnter,
    nothingFound,
    disabled = false,
    ...input
  } = props;
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [arrowed, setArrowed] = useState<number | null>(null);
  const text = useDeferredValue(typed ?? '');
  const shown = open && !disabled;
  const result = useMemo(() => (shown ? search(text) : NOTHING), [shown, search, text]);
  const active = arrowed ?? preferred(text, result);

  const settle = useCallback(() => {
    setTyped(null);
    setOpen(false);
    setArrowed(null);
  }, []);
  const pick = useCallback(
    (key: string) => {
      settle();
      onPick(key);
    },
    [settle, onPick],
  );

  const onChange = (value: string) => {
    setTyped(value);
    setOpen(true);
    setArrowed(null);
    if (value === '' && chosen !== '') onClear();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const value = typed === null ? '' : event.currentTarget.value;
    const now = () => search(value);
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault();
        setOpen(true);
        if (!open) return;
        const step = event.key === 'ArrowDown' ? 1 : -1;
        const last = now().options.length - 1;
        return setArrowed(Math.max(0, Math.min(last, active + step)));
      }
      case 'Escape':
        if (open) event.stopPropagation();
        return settle();
      case 'Enter':
      case 'Tab': {
        if (event.key === 'Tab' && (event.shiftKey || value === '')) return;
        if (event.key === 'Enter') {
          event.preventDefault();
          if (event.repeat) return;
          // At once: the next code of a scanner may be on its way.
          if (arrowed === null && onEnter?.(event.currentTarget.value)) return flushSync(settle);
        }
        const found = now();
        const option = open ? found.options[arrowed ?? preferred(value, found)] : undefined;
        if (!option) return;
        pick(option.key);
        // Picking may have moved the focus on already; Tab must not move it a second time.
        if (document.activeElement !== event.currentTarget) event.preventDefault();
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
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      styles={{ dropdown: { padding: 4, minWidth: '16rem', maxWidth: 'min(34rem, 94vw)' } }}
    >
      <Popover.Target>
        <TextInput
          {...input}
          ref={inputRef}
          disabled={disabled}
          role="combobox"
          aria-label={input.label ? undefined : name}
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? optionId(listId, active) : undefined}
          autoComplete="off"
          spellCheck={false}
          value={typed ?? chosen}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => setOpen(true)}
          onBlur={settle}
          rightSection={
            chosen !== '' && !disabled ? (
              <CloseButton
                size="sm"
                tabIndex={-1}
                aria-label={`Limpar ${name}`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  settle();
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
          label={name}
          result={result}
          active={active}
          nothingFound={nothingFound}
          onPick={pick}
        />
      </Popover.Dropdown>
    </Popover>
  );
});
