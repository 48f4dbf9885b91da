/** What the calls about clients and students are named after. Those of the counter name a number by its field. */
export const PERSON_KINDS = {
  client: {
    kind: 'client',
    One: 'Client',
    Many: 'Clients',
    numberField: 'cpf',
    companions: 'findStudentsOfClient',
  },
  student: {
    kind: 'student',
    One: 'Student',
    Many: 'Students',
    numberField: 'registration',
    companions: 'findClientsOfStudent',
  },
} as const;

export type PersonKind = keyof typeof PERSON_KINDS;
