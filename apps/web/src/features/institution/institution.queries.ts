import type { ShownInstitution } from '@balcao/contract/shop/institution.ts';
import type { ShownPix } from '@balcao/contract/shop/pix.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { orWithout } from '../../api/errors.ts';
import { fieldsOf } from '../../storage/stored-json.ts';

/** A page may stay open for days while an administrator changes the settings. */
const FRESH_FOR_MS = 5 * 60_000;

/** For a server that has no such call: papers and pages have no names, only the two logos. */
const NO_INSTITUTION: ShownInstitution = {
  company_name: '',
  city: '',
  graduation_unit: '',
  institutions: [
    { name: '', cnpj: '', logo: '/logos/faculdade.svg' },
    { name: '', cnpj: '', logo: '/logos/colegio.svg' },
  ],
  paper: 'a4',
  sample: false,
  example: false,
};

export const institutionQuery = queryOptions({
  queryKey: ['institution'],
  queryFn: async ({ signal }) => {
    const answer = await orWithout(call('readInstitution', { signal }), NO_INSTITUTION);
    // Its caller reads it (promised.ts): a server that knows the specification alone may return anything.
    return fieldsOf(answer).institutions ? answer : NO_INSTITUTION;
  },
  staleTime: FRESH_FOR_MS,
  gcTime: Number.POSITIVE_INFINITY,
});

const NO_PIX: ShownPix = { pix: null, unknown_method: false };

/** The receiver of Pix payments. */
export const pixQuery = queryOptions({
  queryKey: ['pix'],
  queryFn: ({ signal }) => orWithout(call('readPix', { signal }), NO_PIX),
  staleTime: FRESH_FOR_MS,
  gcTime: Number.POSITIVE_INFINITY,
});

/** How a matrícula looks on a student's card. */
export const studentCardQuery = queryOptions({
  queryKey: ['student-card'],
  queryFn: ({ signal }) => orWithout(call('readStudentCard', { signal }), { card: null }),
  staleTime: FRESH_FOR_MS,
  gcTime: Number.POSITIVE_INFINITY,
});
