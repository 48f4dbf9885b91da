import { MAX_CENTS } from '@balcao/domain/money.ts';
import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { UNSEEN } from '@balcao/domain/typed-text.ts';
import { type TSchema, Type } from 'typebox';

/** Values that several calls share. Bodies take JSON types as they are; nothing is coerced. */

/** Key of a row: what a positive PostgreSQL integer holds. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** An Id as it stands in an address. */
export const IdText = Type.String({ pattern: '^[1-9][0-9]{0,8}$' });

/** Reais with at most two decimals. The server reads `multipleOf` in decimal, not in binary. */
export const Reais = Type.Number({ minimum: 0, maximum: MAX_CENTS / 100, multipleOf: 0.01 });

/** A percentage with at most two decimals. */
export const Percent = Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.01 });

export const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY });

const unseen = { not: { pattern: `[${UNSEEN}]` } };

/** Text that a person typed and that has to say something. What nobody sees in it is unfit_text. */
export const name = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...unseen });

/** The same, but it may be empty. */
export const optionalName = (maxLength: number) => Type.String({ maxLength, ...unseen });

/** A CPF or matrícula: digits alone. */
export const CpfDigits = Type.String({ pattern: '^[0-9]{11}$' });
export const RegistrationDigits = Type.String({ pattern: '^[0-9]{1,15}$' });

/** A day 'YYYY-MM-DD'. The calendar is checked by the server: 2026-02-30 is refused there. */
export const Day = Type.String({ pattern: '^2[0-9]{3}-[0-9]{2}-[0-9]{2}$' });

/** An instant in ISO 8601, in UTC. */
export const Instant = Type.String({ format: 'date-time' });

export const SearchText = Type.String({ maxLength: 200, pattern: '^[^\\u0000]*$' });

/** The value, or null, or not there at all. */
export const maybe = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/**
 * Any text as a key. A record's own pattern, `.*`, ends at a line separator (U+2028), and the answer would
 * lack what stands under such a name.
 */
export const AnyKey = Type.String({ pattern: '^[\\s\\S]*$' });

export const Message = Type.Object({ message: Type.String() });
