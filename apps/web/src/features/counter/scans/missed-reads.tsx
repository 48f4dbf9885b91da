import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { fieldsOf } from '../../../storage/stored-json.ts';
import { readUnsaved, removeUnsaved, storeUnsaved } from '../../../storage/unsaved-input.ts';
import { focusField } from '../parts/counter-focus.ts';
import { StepNote } from '../parts/step-note.tsx';
import type { SaleItem } from '../sale/sale-item.ts';

/** Reads of a scanner that did not go into the order, until they are put away, the same code goes in, or the order goes. */
type Missed = {
  readonly codes: readonly string[];
  readonly add: (code: string) => void;
  readonly putAway: () => void;
};

const STORED_AS = 'missed-reads';
/** Beyond these the first ones are forgotten: a seller who reads on does not look. */
const MOST = 5;

type Kept = { readonly order: string; readonly codes: readonly string[] };

function asKept(value: unknown): Kept | undefined {
  const { order, codes } = fieldsOf<Kept>(value);
  const areCodes = Array.isArray(codes) && codes.every((code) => typeof code === 'string');
  return order && areCodes ? { order, codes } : undefined;
}

const NONE: readonly string[] = [];

/** `order`: the key of the order. `entered`: its line that was changed last. */
export function useMissedReads(
  seller: number,
  order: string,
  entered: SaleItem | undefined,
): Missed {
  const [kept, setKept] = useState(() => readUnsaved(seller, STORED_AS, asKept));
  const codes = kept?.order === order ? kept.codes : NONE;
  const change = useCallback(
    (changed: (before: readonly string[]) => readonly string[]) =>
      setKept((before) => {
        const after = changed(before?.order === order ? before.codes : NONE);
        if (after.length > 0) storeUnsaved(seller, STORED_AS, { order, codes: after });
        else if (before) removeUnsaved(seller, STORED_AS);
        return after.length > 0 ? { order, codes: after } : undefined;
      }),
    [seller, order],
  );
  const add = useCallback(
    (code: string) => change((before) => [...before, code].slice(-MOST)),
    [change],
  );
  useEffect(() => {
    const isOther = (code: string) => code !== entered?.product.code;
    if (!codes.every(isOther)) change((before) => before.filter(isOther));
  }, [entered, codes, change]);
  const putAway = () => {
    // The pressed button goes, and the focus with it.
    change(() => []);
    focusField('code');
  };
  return { codes, add, putAway };
}

export function MissedReads({ missed }: { missed: Missed }) {
  const { codes, putAway } = missed;
  if (codes.length === 0) return null;
  const text = (
    <>
      {codes.length === 1 ? 'Uma leitura não entrou: ' : 'Leituras que não entraram: '}
      <strong className="money">{codes.join(' · ')}</strong>{' '}
      <Button size="compact-xs" variant="default" ml={4} onClick={putAway}>
        Dispensar
      </Button>
    </>
  );
  return (
    <section aria-label="Leituras que não entraram" style={{ marginBottom: 8 }}>
      <StepNote rank="look" text={text} />
    </section>
  );
}
