import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, Instant, orNull } from '../fields/values.ts';

/** Six digits of the app, or a recovery code; spaces and hyphens do not count. */
export const Code = Type.String({ maxLength: 40 });

const Password = Type.String({ maxLength: MAX_LENGTH.password });

export const SecondFactor = Type.Object({
  since: orNull(Instant),
  /** How many are left. */
  recovery_codes: Type.Integer(),
  required: Type.Boolean({ description: 'Pelas configurações, de quem está conectado' }),
  password_known: Type.Optional(
    Type.Object(
      { at: Instant, address: Type.String() },
      { description: 'Quando e de onde alguém acertou a senha por último, sem o código' },
    ),
  ),
});
export type SecondFactor = Static<typeof SecondFactor>;

export const BegunSecondFactor = Type.Object({
  secret: Type.String({ description: 'Em base32, para digitar no aplicativo' }),
  uri: Type.String({ description: 'otpauth://, para o QR code' }),
});
export type BegunSecondFactor = Static<typeof BegunSecondFactor>;

export const secondFactorEndpoints = {
  readSecondFactor: { summary: 'O próprio segundo fator', answer: SecondFactor },
  beginSecondFactor: {
    summary: 'Começar um segundo fator: vale depois que um código é conferido',
    body: closed({ password: Password }),
    answer: BegunSecondFactor,
    refusals: ['wrong_password', 'too_many_attempts', 'second_factor_on'],
  },
  confirmSecondFactor: {
    summary: 'Ligar o segundo fator com um código do aplicativo; as outras sessões terminam',
    body: closed({ code: Code }),
    answer: Type.Object({
      recovery_codes: Type.Array(Type.String(), { description: 'Mostrados só desta vez' }),
    }),
    refusals: ['wrong_code', 'too_many_attempts', 'second_factor_not_begun'],
  },
  endSecondFactor: {
    summary: 'Desligar o próprio segundo fator',
    body: closed({ password: Password, code: Code }),
    status: 204,
    answer: Type.Null(),
    refusals: ['wrong_password', 'wrong_code', 'too_many_attempts'],
  },
} as const satisfies Record<string, Endpoint>;
