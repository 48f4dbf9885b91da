import type { Party } from './counter-state.ts';
import type { Person } from './person.ts';
import type { Obstacle } from './sale-checks.ts';
import type { SaleDraft } from './sale-draft.ts';

/** Somebody whom the sale would register without a name, or with one of digits, such as a product's code. */
export type NameQuestion = {
  readonly party: Party;
  readonly digits: string;
  /** '' for none. */
  readonly name: string;
  /** Where the seller corrects it. */
  readonly obstacle: Obstacle;
};

/** The names to ask about before the sale is made: they cannot be corrected on its receipt. */
export function nameQuestions({ client, student }: Pick<SaleDraft, 'client' | 'student'>) {
  const questions: NameQuestion[] = [];
  if (isNew(client) && isOfDigits(client.name)) {
    const message = 'Confira o nome do cliente.';
    const obstacle = { message, field: 'client-name' } as const;
    questions.push({ party: 'client', digits: client.digits, name: client.name.trim(), obstacle });
  }
  const name = student.name.trim();
  if (isNew(student) && (name === '' || isOfDigits(name))) {
    const message = name
      ? 'Confira o nome do aluno.'
      : 'Escreva o nome do aluno, ou apague a matrícula.';
    const obstacle = { message, field: 'student-name' } as const;
    questions.push({ party: 'student', digits: student.digits, name, obstacle });
  }
  return questions;
}

const isNew = ({ digits, registered }: Person) => digits !== '' && registered === null;

const isOfDigits = (name: string) => /\d/.test(name) && !/\p{L}/u.test(name);
