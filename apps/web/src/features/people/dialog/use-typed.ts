import { useContext, useState } from 'react';
import { fieldsOf } from '../../../storage/stored-json.ts';
import {
  readUnsaved,
  removeUnsaved,
  storeUnsaved,
  UserIdContext,
} from '../../../storage/unsaved-input.ts';
import type { Kind } from '../people.queries.ts';

type Fields = { name: string; number: string };

/** The name and the number of a record as typed; they are kept until they are saved or given up. */
export function useTyped(kind: Kind, { id, name, number }: Fields & { id: number }) {
  const forgetTyped = useForgetTyped(kind);
  const user = useContext(UserIdContext);
  const [kept] = useState(() => readUnsaved(user, formOf(kind, id), asFields));
  const [typed, setTyped] = useState(kept);
  const [saved, setSaved] = useState<Fields>();
  const record = `${number} ${name}`;
  const [before, setBefore] = useState(record);
  if (before !== record) {
    setBefore(record);
    setTyped(undefined);
  }
  const isTyped = typed !== undefined && typed !== saved;
  return {
    fields: typed ?? { name, number },
    isTyped,
    /** Typed when the record was open before. */
    isBack: isTyped && typed === kept,
    change: (part: Partial<Fields>) => {
      const next = { name, number, ...typed, ...part };
      setTyped(next);
      storeUnsaved(user, formOf(kind, id), next);
    },
    /** The typed text stays until the record is loaded again. */
    save: () => {
      setSaved(typed);
      forgetTyped(id);
    },
    discard: () => {
      setTyped(undefined);
      forgetTyped(id);
    },
  };
}

/** For a record that is no more. */
export function useForgetTyped(kind: Kind): (id: number) => void {
  const user = useContext(UserIdContext);
  return (id) => removeUnsaved(user, formOf(kind, id));
}

const formOf = (kind: Kind, id: number) => `${kind}:${id}`;

function asFields(stored: unknown): Fields | undefined {
  const { name, number } = fieldsOf<Fields>(stored);
  return typeof name === 'string' && typeof number === 'string' ? { name, number } : undefined;
}
