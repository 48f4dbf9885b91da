import { withCheckDigits } from '@balcao/domain/cpf.ts';
import { COLLEGE_BOOKS, gradeName } from './catalogue/books.ts';
import { familyNameOf, fullName } from './names.ts';
import type { Random } from './random.ts';

export type SampleClient = { cpf: string; name: string };

export type SampleStudent = {
  /** Eleven digits: year of entry, segment, running number. */
  registration: string;
  name: string;
  class: string;
  /** The client on the receipt: a parent, or the student if of age. */
  payer: SampleClient;
  /** The catalogue's sets for this student: uniforms by size, books by grade. */
  uniforms: string;
  books: string;
};

export type SamplePeople = { clients: SampleClient[]; students: SampleStudent[] };

const COLLEGE_STUDENTS = 150;
const PARENTS = 250;
const SCHOOL_STUDENTS = 350;
const GRADES = 12;
const COURSES = ['Administração', 'Direito', 'Pedagogia'];

/** Sizes by grade, from the 1º ano to the 3ª série. */
const SIZE_OF_GRADE = ['6', '6', '8', '8', '10', '12', '14', '14', 'PP', 'P', 'M', 'M'];
const COLLEGE_SIZES = [
  ['PP', 1],
  ['P', 3],
  ['M', 4],
  ['G', 3],
  ['GG', 1],
] as const;

/** College students, who pay for themselves, and school children, whose parents pay. */
export function samplePeople(random: Random): SamplePeople {
  const cpfs = new Set<string>();
  const aClient = (): SampleClient => {
    const cpf = withCheckDigits(String(random.whole(1_000_000, 899_999_999)).padStart(9, '0'));
    if (cpfs.has(cpf)) return aClient();
    cpfs.add(cpf);
    return { cpf, name: fullName(random) };
  };
  const adults = Array.from({ length: COLLEGE_STUDENTS }, aClient);
  const parents = Array.from({ length: PARENTS }, aClient);
  const students = [
    ...adults.map((payer, index) => ({
      registration: registration(random.whole(2022, 2026), '20', index),
      name: payer.name,
      class: COURSES[index % COURSES.length] as string,
      payer,
      uniforms: `college ${random.weighted(COLLEGE_SIZES)}`,
      books: COLLEGE_BOOKS,
    })),
    ...Array.from({ length: SCHOOL_STUDENTS }, (_, index) => {
      const payer = parents[index % PARENTS] as SampleClient;
      const grade = random.whole(1, GRADES);
      return {
        registration: registration(random.whole(2019, 2026), '10', index),
        name: fullName(random, familyNameOf(payer.name)),
        class: `${gradeName(grade)} ${index % 2 === 0 ? 'A' : 'B'}`,
        payer,
        uniforms: `school ${SIZE_OF_GRADE[grade - 1]}`,
        books: gradeName(grade),
      };
    }),
  ];
  return { clients: [...adults, ...parents], students };
}

function registration(year: number, segment: string, index: number): string {
  return `${year}${segment}${String(index + 1).padStart(5, '0')}`;
}
