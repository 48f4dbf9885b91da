import { FEWEST_CARD_DIGITS, MOST_CARD_DIGITS } from '@balcao/domain/student-card.ts';
import { Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { ShownRow } from '../fields/shown-row.ts';
import { closed, orNull } from '../fields/values.ts';

const Card = closed({
  digits: Type.Integer({ minimum: FEWEST_CARD_DIGITS, maximum: MOST_CARD_DIGITS }),
  prefix: Type.String({
    pattern: `^[0-9]{0,${MOST_CARD_DIGITS - 1}}$`,
    description: 'Os primeiros algarismos de toda matrícula; vazio: quaisquer',
  }),
});

const ShownCard = Type.Object({
  card: orNull(Type.Object({ digits: Type.Integer(), prefix: Type.String() })),
});

export const studentCardEndpoints = {
  readStudentCard: {
    summary: 'Como é uma matrícula na carteirinha; null: o PDV não lê carteirinhas',
    answer: ShownCard,
  },
  editStudentCard: {
    summary: 'Dizer como é uma matrícula na carteirinha; null: nenhuma é lida',
    headers: ShownRow,
    body: closed({ card: orNull(Card) }),
    answer: ShownCard,
    refusals: ['changed_meanwhile'],
  },
} as const satisfies Record<string, Endpoint>;
