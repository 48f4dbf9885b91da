import { createContext, type ReactNode, use, useMemo } from 'react';

/** The fields that the focus is sent to, by the keyboard's way through a sale. */
export type FieldName =
  | 'cpf'
  | 'client-name'
  | 'registration'
  | 'student-name'
  | 'code'
  | 'quantity'
  | 'close-order'
  | 'finish'
  | `method-${number}`
  | `amount-${number}`;

type CounterFocus = {
  /** A ref callback that makes the element known under its name. */
  readonly field: (name: FieldName) => (element: HTMLElement | null) => void;
  /** Selects what the field holds, or goes to its end. */
  readonly focus: (name: FieldName, caret?: 'all' | 'end') => void;
  readonly isField: (name: FieldName, element: Element | undefined) => boolean;
  /** The text field that somebody is in. */
  readonly current: () => FieldName | undefined;
};

const Context = createContext<CounterFocus>({
  field: () => () => {},
  focus: () => {},
  isField: () => false,
  current: () => undefined,
});

export const useCounterFocus = () => use(Context);

export function CounterFocusProvider({ children }: { children: ReactNode }) {
  const value = useMemo(makeFocus, []);
  return <Context value={value}>{children}</Context>;
}

function makeFocus(): CounterFocus {
  const elements = new Map<FieldName, HTMLElement>();
  const refs = new Map<FieldName, (element: HTMLElement | null) => void>();
  return {
    // The same callback each time: a new one would be detached and attached on every render.
    field: (name) => {
      const known = refs.get(name);
      if (known) return known;
      const ref = (element: HTMLElement | null) => {
        if (element) elements.set(name, element);
        else elements.delete(name);
      };
      refs.set(name, ref);
      return ref;
    },
    focus: (name, caret = 'all') => {
      const element = elements.get(name);
      element?.focus();
      if (!(element instanceof HTMLInputElement)) return;
      if (caret === 'all') element.select();
      else element.setSelectionRange(element.value.length, element.value.length);
    },
    isField: (name, element) => element !== undefined && elements.get(name) === element,
    current: () => {
      const active = document.activeElement;
      if (!(active instanceof HTMLInputElement)) return undefined;
      return [...elements].find(([, element]) => element === active)?.[0];
    },
  };
}

/** For a text field: Enter goes on to the next one. */
export const onEnter = (go: () => void) => (event: React.KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  go();
};
