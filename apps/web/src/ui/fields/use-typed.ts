import { useContext, useState } from 'react';
import { fieldsOf } from '../../storage/stored-json.ts';
import {
  readUnsaved,
  removeUnsaved,
  storeUnsaved,
  UserIdContext,
} from '../../storage/unsaved-input.ts';

type Options<I> = {
  /** Names the form among those whose input is stored. */
  form: string;
  /** The content of the fields when nothing is typed. */
  saved: I;
  /** Amounts and pictures, of which null is none. */
  nullable?: readonly (keyof I)[];
  /** The stored part of a typed field. */
  storedPart?: (typed: Partial<I>) => Partial<I>;
};

/**
 * The typed fields of a form, over what is saved: somebody else may change the others meanwhile. They are kept over a
 * reload and the end of a session, until they are saved or given up.
 */
export function useTyped<I extends object>({ form, saved, nullable = [], storedPart }: Options<I>) {
  const user = useContext(UserIdContext);
  const [back, setBack] = useState(
    () => readUnsaved(user, form, (value) => asTyped(value, saved, nullable)) ?? null,
  );
  const [typed, setTyped] = useState(back);
  return {
    input: { ...saved, ...typed },
    /** null for nothing. */
    typed,
    /** Whether fields that were typed before came back. */
    isBack: back !== null,
    change: (part: Partial<I>) => {
      const next = { ...typed, ...part } as Partial<I>;
      const stored = storedPart ? storedPart(next) : next;
      if (Object.keys(stored).length > 0) storeUnsaved(user, form, stored);
      else removeUnsaved(user, form);
      setTyped(next);
    },
    /** Keeps it on the screen alone. */
    unstore: () => removeUnsaved(user, form),
    forget: () => {
      removeUnsaved(user, form);
      setTyped(null);
      setBack(null);
    },
  };
}

/** The stored fields that the form has, if each holds what its field can show. */
function asTyped<I extends object>(
  value: unknown,
  saved: I,
  nullable: readonly (keyof I)[],
): Partial<I> | undefined {
  const typed = fieldsOf<I>(value);
  const names = Object.keys(typed) as (keyof I)[];
  const known = (name: keyof I) => {
    const [now, before] = [typed[name], saved[name]];
    if (nullable.includes(name) && (now === null || before === null))
      return typeof now !== 'object' || now === null;
    return name in saved && typeof now === typeof before && now !== null;
  };
  return names.length > 0 && names.every(known) ? typed : undefined;
}
