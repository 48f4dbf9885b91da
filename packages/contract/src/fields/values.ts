import { MAX_CENTS } from '@balcao/domain/money.ts';
import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { UNSEEN } from '@balcao/domain/typed-text.ts';
import { type TProperties, type TSchema, Type } from 'typebox';
import { MAX_SEARCH_LENGTH } from './list-limits.ts';
import { MAX_LENGTH } from './text-lengths.ts';

/** Values that several calls share. JSON types are taken as they are; nothing is coerced. */

/** An object that may have no other fields. */
export const closed = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The value, null, or no field at all. */
export const maybe = <T extends TSchema>(schema: T) => Type.Optional(orNull(schema));

/** A token of approve, sent with the one action that it is for. Administrators need one in a closed month alone. */
export const ApprovalToken = Type.Optional(Type.String({ pattern: '^[\\w-]{1,200}$' }));

/** Primary key of a row: a positive PostgreSQL integer. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** A path with the id of a row. */
export const IdParams = closed({ id: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) });

/** Reais with at most two decimals. The server checks `multipleOf` in decimal, not in binary. */
export const Reais = Type.Number({ minimum: 0, maximum: MAX_CENTS / 100, multipleOf: 0.01 });

/** A percentage with at most two decimals. */
export const Percent = Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.01 });

export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
});

export const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY });

/** No character that nobody sees. */
export const unseen = { not: { pattern: `[${UNSEEN}]` } };

/** Typed text that may not be blank. Invisible characters are refused as unfit_text. */
export const name = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...unseen });

/** The same, but it may be empty. */
export const optionalName = (maxLength: number) => Type.String({ maxLength, ...unseen });

export const CpfDigits = Type.String({ pattern: '^[0-9]{11}$' });
export const RegistrationDigits = Type.String({ pattern: `^[0-9]{1,${MAX_LENGTH.registration}}$` });

/** A day 'YYYY-MM-DD'. The server checks the calendar: it refuses 2026-02-30. */
export const Day = Type.String({ pattern: '^2[0-9]{3}-[0-9]{2}-[0-9]{2}$' });

/** An instant in ISO 8601, in UTC. */
export const Instant = Type.String({ format: 'date-time' });

/** Of characters that the database stores in a text and in JSON: not zero, nor half of a surrogate pair. */
export const STORABLE = '^[^\\u0000\\ud800-\\udfff]*$';

export const SearchText = Type.String({ maxLength: MAX_SEARCH_LENGTH, pattern: STORABLE });

/** TypeBox's own pattern for keys, `.*`, would drop a field with a line separator (U+2028) in its name. */
export const AnyKey = Type.String({ pattern: '^[\\s\\S]*$' });

export const Message = Type.Object({ message: Type.String() });

/** A product as it was at the time of the sale. */
export const ProductInfo = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  price: Type.Number(),
});

export const MethodAmount = Type.Object({ method: Type.String(), amount: Type.Number() });
