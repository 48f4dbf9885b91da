/** These passwords are public, so they are for samples only. */
export type SignIn = { name: string; login: string; password: string };

export const administrator: SignIn = {
  name: 'Helena Prado Vasconcelos',
  login: 'admin',
  password: 'gerencia-demo',
};

export type Shift = { from: string; to: string };

/** On Saturdays the two pairs of sellers take turns. */
export type SampleSeller = SignIn & { shift: Shift; saturdayPair: 0 | 1 };

const PASSWORD = 'balcao-demo';

export const sellers: readonly SampleSeller[] = [
  {
    name: 'Marlene Aparecida Souza',
    login: 'marlene',
    password: PASSWORD,
    shift: { from: '07:30', to: '13:30' },
    saturdayPair: 0,
  },
  {
    name: 'Jorge Luís Tavares',
    login: 'jorge',
    password: PASSWORD,
    shift: { from: '09:00', to: '15:00' },
    saturdayPair: 1,
  },
  {
    name: 'Patrícia Nogueira',
    login: 'patricia',
    password: PASSWORD,
    shift: { from: '12:30', to: '19:00' },
    saturdayPair: 0,
  },
  {
    name: 'Éverton Gonçalves',
    login: 'everton',
    password: PASSWORD,
    shift: { from: '13:00', to: '19:00' },
    saturdayPair: 1,
  },
];
