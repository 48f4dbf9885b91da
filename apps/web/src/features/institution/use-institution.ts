import { FICTITIOUS } from '@balcao/contract/shop/fictitious-school.ts';
import type { ShownInstitution } from '@balcao/contract/shop/institution.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { IN_TIME_MS } from '../../api/in-time.ts';
import { fieldsOf, readStored } from '../../storage/stored-json.ts';
import { institutionQuery } from './institution.queries.ts';

/** In localStorage: the institution as this browser has read it last. */
const STORED_AS = 'institution';

/**
 * The shop's institution. When the server has not said within a second, the one that it said last stands in, or the
 * fictitious one; an answer that comes later replaces it.
 */
export function useInstitution(): ShownInstitution | undefined {
  const { data, isError } = useQuery(institutionQuery);
  const [isLate, setIsLate] = useState(hasBeenLate);
  const waits = data === undefined && !isLate;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setIsLate(true), IN_TIME_MS - performance.now() + firstAsked());
    return () => clearTimeout(timer);
  }, [waits]);
  useEffect(() => {
    if (data) keep(data);
  }, [data]);
  return data ?? (isError || isLate ? standIn() : undefined);
}

let asked: number | undefined;
const firstAsked = () => {
  asked ??= performance.now();
  return asked;
};
/** Once one part has waited for it, the others of this page need not wait again. */
const hasBeenLate = () => performance.now() - firstAsked() >= IN_TIME_MS;

let known: ShownInstitution | undefined;

function standIn(): ShownInstitution {
  known ??= readStored(localStorage.getItem(STORED_AS), (value) => {
    const { company_name, institutions } = fieldsOf<ShownInstitution>(value);
    const isWhole = typeof company_name === 'string' && institutions?.length === 2;
    return isWhole ? (value as ShownInstitution) : undefined;
  });
  known ??= { ...FICTITIOUS, paper: 'a4', sample: false, example: false };
  return known;
}

function keep(institution: ShownInstitution): void {
  // Several parts of a page have the same answer.
  if (institution === known) return;
  known = institution;
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(institution));
  } catch (error) {
    console.warn('The institution could not be stored', error);
  }
}
