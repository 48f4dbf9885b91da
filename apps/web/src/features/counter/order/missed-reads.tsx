import { Button } from '@mantine/core';
import { Say } from '../../../ui/messages/say.tsx';
import { focusField } from '../parts/counter-focus.ts';
import { useCounter, useDispatch } from '../sale/counter-context.ts';

const NONE: readonly string[] = [];

/** The reads of the order that did not go in. */
export function MissedReads() {
  const dispatch = useDispatch();
  const codes = useCounter(({ draft }) => draft.missed ?? NONE);
  const putAway = () => {
    dispatch({ type: 'missed-put-away' });
    // The pressed button goes, and the focus with it.
    focusField('code');
  };
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
      <Say rank="look" text={text} />
    </section>
  );
}
