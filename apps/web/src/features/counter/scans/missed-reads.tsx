import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { readUnsaved, removeUnsaved, storeUnsaved } from '../../../storage/unsaved-input.ts';
import { focusField } from '../parts/counter-focus.ts';
import { StepNote } from '../parts/step-note.tsx';
import type { SaleItem } from '../sale/sale-item.ts';

/**
 * Reads of a scanner that did not go into the order, kept over the reload after a sale, until they are put away or the
 * same code goes in.
 */
type Missed = {
  readonly codes: readonly string[];
  readonly add: (code: string) => void;
  readonly putAway: () => void;
};

const STORED_AS = 'missed-reads';
/** Beyond these the first ones are forgotten: who reads on does not look. */
const MOST = 5;

const areCodes = (value: unknown) =>
  Array.isArray(value) && value.every((code) => typeof code === 'string')
    ? (value as string[])
    : undefined;

/** `entered`: the line of the order that was changed last. */
export function useMissedReads(seller: number, entered: SaleItem | undefined): Missed {
  const [codes, setCodes] = useState<readonly string[]>(
    () => readUnsaved(seller, STORED_AS, areCodes) ?? [],
  );
  const change = useCallback(
    (changed: (before: readonly string[]) => readonly string[]) =>
      setCodes((before) => {
        const after = changed(before);
        if (after.length > 0) storeUnsaved(seller, STORED_AS, after);
        else if (before.length > 0) removeUnsaved(seller, STORED_AS);
        return after;
      }),
    [seller],
  );
  const add = useCallback(
    (code: string) => change((before) => [...before, code].slice(-MOST)),
    [change],
  );
  useEffect(() => {
    const isOther = (code: string) => code !== entered?.product.code;
    change((before) => (before.every(isOther) ? before : before.filter(isOther)));
  }, [entered, change]);
  const putAway = () => {
    // The pressed button goes, and the focus with it.
    flushSync(() => change(() => []));
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
