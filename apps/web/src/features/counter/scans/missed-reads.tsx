import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { readUnsaved, removeUnsaved, storeUnsaved } from '../../../storage/unsaved-input.ts';
import { focusField } from '../parts/counter-focus.ts';
import { StepNote } from '../parts/step-note.tsx';

/** Reads of a scanner that did not go into the order, kept over the reload after a sale, until they are put away. */
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

export function useMissedReads(seller: number): Missed {
  const [codes, setCodes] = useState<readonly string[]>(
    () => readUnsaved(seller, STORED_AS, areCodes) ?? [],
  );
  const add = useCallback(
    (code: string) =>
      setCodes((before) => {
        const after = [...before, code].slice(-MOST);
        storeUnsaved(seller, STORED_AS, after);
        return after;
      }),
    [seller],
  );
  const putAway = () => {
    removeUnsaved(seller, STORED_AS);
    // The pressed button goes, and the focus with it.
    flushSync(() => setCodes([]));
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
