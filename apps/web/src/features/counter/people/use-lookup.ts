import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { refusalCode } from '../../../api/errors.ts';
import { callsOf } from '../../people/people.queries.ts';
import { useDispatch } from '../sale/counter-context.ts';
import type { Party } from '../sale/counter-state.ts';
import type { FieldId } from '../sale/focus.ts';
import type { Person, Registered } from '../sale/person.ts';

/** A look-up starts at exactly this many digits, of a CPF and of a matrícula alike. */
const LOOKUP_DIGITS = 11;

/**
 * Looks a person up at exactly eleven digits, a student also when the field is left. A failure does not stop the sale;
 * the look-up is retried when the server is back. A name that comes while the focus passes through its field sends the
 * focus on to `next`, as it would have gone with the response before.
 */
export function useLookup(
  party: Party,
  { digits, name, registered, complete }: Person,
  next: FieldId,
) {
  const dispatch = useDispatch();
  // The digits at the start were typed before a reload.
  const [atStart] = useState(digits);
  const given = complete || digits === atStart;
  const whole = digits.length === LOOKUP_DIGITS || (party === 'student' && given);
  const wanted = digits !== '' && whole && registered === null;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['person', 'look-up', party, wanted && digits],
    queryFn: async ({ signal }) => ({
      found: await callsOf[party].find(digits, signal),
      nameBefore: name,
    }),
    enabled: wanted,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    meta: { failure: 'Look-up failed' },
  });

  const passing = useRef(false);
  const take = useEffectEvent((found: Registered, nameBefore: string) => {
    // A name typed during the look-up stays.
    const keepName = name !== nameBefore;
    const field = `${party}-name` as const;
    // Or what is typed next would be added to the name that comes now.
    const isThere = !keepName && document.activeElement?.id === field;
    const to = passing.current && found.name ? next : field;
    dispatch({ type: 'person-found', party, digits, found, keepName }, isThere ? to : undefined);
  });
  useEffect(() => {
    if (data?.found) take(data.found, data.nameBefore);
  }, [data]);

  return {
    looking: wanted && isFetching,
    unknown: !isFetching && !error && data !== undefined && !data.found,
    failed: !isFetching && error !== null,
    /** Why it failed. */
    failure:
      refusalCode(error) === 'too_many_people'
        ? 'Consultas demais em uma hora: chame um administrador.'
        : 'Não foi possível consultar o cadastro.',
    /** Says that no more digits follow: a matrícula may have fewer than eleven, or more. */
    complete: () => dispatch({ type: 'digits-left', party }),
    /** Says whether the name has the focus on its way from the digits, and nothing was done there. */
    passName: (now: boolean) => {
      passing.current = now;
    },
    retry: () => void refetch(),
  };
}
