import {
  DEFAULT_PAGE_SIZE,
  MAX_SEARCH_LENGTH,
  PAGE_SIZES,
} from '@balcao/contract/fields/list-limits.ts';
import {
  type BusinessDay,
  businessDayOf,
  firstOfMonth,
  parseBusinessDay,
} from '@balcao/domain/dates/business-day.ts';
import { timeNow } from '../../storage/server-clock.ts';

/** What stands behind the question mark. Anyone may have typed it. */
export type Address = Record<string, unknown>;

/** A value of an address. `none` filters nothing, takes the place of what is invalid, and is in no address. */
export type Field<Value> = {
  readonly none: Value;
  readonly read: (value: unknown) => Value;
  /** Default: as it is. */
  readonly write?: (value: Value) => unknown;
};

/** A text, trimmed. */
export const text = (isRefused: (text: string) => boolean = () => false): Field<string> => ({
  none: '',
  read: (value) => {
    // The router parses texts that look like a number or a boolean.
    if (!['string', 'number', 'boolean'].includes(typeof value)) return '';
    const found = String(value).replaceAll('\0', '').slice(0, MAX_SEARCH_LENGTH).trim();
    return isRefused(found) ? '' : found;
  },
});

/** `none`: what holds without a choice. */
export const choiceOr = <const Known extends string, const None extends string>(
  none: None,
  known: readonly Known[],
): Field<Known | None> => ({
  none,
  read: (value) => known.find((each) => each === value) ?? none,
});
export const choice = <const Known extends string>(known: readonly Known[]) => choiceOr('', known);

export const flag: Field<boolean> = { none: false, read: (value) => `${value}` === 'true' };

const isId = (value: unknown) => /^[1-9]\d{0,8}$/.test(`${value}`);

export const id: Field<number | undefined> = {
  none: undefined,
  read: (value) => (isId(value) ? Number(value) : undefined),
};

/** For a select, whose values are texts. */
export const idText: Field<string> = { none: '', read: (value) => (isId(value) ? `${value}` : '') };

/** Each once, joined by commas in the address. */
export const ids = (most: number): Field<number[]> => ({
  none: [],
  read: (value) =>
    [...new Set(`${value ?? ''}`.split(',').filter(isId).map(Number))].slice(0, most),
  write: (found) => found.join(','),
});

export const day: Field<BusinessDay | ''> = {
  none: '',
  read: (value) => parseBusinessDay(`${value ?? ''}`) ?? '',
};

/** Two days, both included. */
export type Days = { startDate: string; endDate: string };
const anyDay: Field<string> = day as Field<string>;
export const days = { startDate: anyDay, endDate: anyDay };

/** For days that are not given: the month so far, by the shop's calendar. */
export function monthSoFar({ startDate, endDate }: Days): Days {
  const today = businessDayOf(timeNow());
  return { startDate: startDate || firstOfMonth(today), endDate: endDate || today };
}

/** The month so far, or the one day that is given. */
export const monthOrDay = ({ startDate, endDate }: Days): Days =>
  startDate || endDate
    ? { startDate: startDate || endDate, endDate: endDate || startDate }
    : monthSoFar({ startDate, endDate });

/** Left out where '' would be. */
export const optional = <Value extends string>({
  read,
}: Field<Value>): Field<Exclude<Value, ''> | undefined> => ({
  none: undefined,
  read: (value) => (read(value) as Exclude<Value, ''>) || undefined,
});

type AnyField = {
  readonly none: unknown;
  readonly read: (value: unknown) => unknown;
  readonly write?: (value: never) => unknown;
};
type Fields = Readonly<Record<string, AnyField>>;
type ValueOf<F> = F extends { read: (value: unknown) => infer Value } ? Value : never;
type Values<F> = {
  [Name in keyof F as undefined extends ValueOf<F[Name]> ? never : Name]: ValueOf<F[Name]>;
} & {
  [Name in keyof F as undefined extends ValueOf<F[Name]> ? Name : never]?: Exclude<
    ValueOf<F[Name]>,
    undefined
  >;
};

type Declared<F, L> = {
  /** What is asked of the server, or shown of what it gave. */
  fields: F;
  /** What stands beside it in the address: an order, what is open. Another filter leaves it alone. */
  beside?: L;
  /** Takes out what does not go together. */
  tidy?: (values: Values<F>) => Values<F>;
  /** In place of days that the address does not name. */
  otherwise?: (given: Days) => Days;
};

/** A list's filter, said once: for its address, its query and its file. */
export function defineFilter<
  const F extends Fields,
  const L extends Fields = Record<never, never>,
>({ fields, beside = {} as L, tidy = (values) => values, otherwise }: Declared<F, L>) {
  const valuesIn = (address: Address) => tidy(valuesOf(fields, address));
  return {
    read(address: Address): Values<F> {
      const values = valuesIn(address);
      return otherwise ? { ...values, ...otherwise(values as unknown as Days) } : values;
    },
    readBeside: (address: Address): Values<L> => valuesOf(beside, address),
    /** What an address keeps: no default, and nothing that is not declared. */
    search: (address: Address): Address => ({
      ...paging(address),
      ...written(fields, valuesIn(address)),
      ...written(beside, valuesOf(beside, address)),
    }),
  };
}

export type Filter<F, L> = {
  read: (address: Address) => F;
  readBeside: (address: Address) => L;
  search: (address: Address) => Address;
};
export type Filtered<F extends { read: (address: Address) => unknown }> = ReturnType<F['read']>;

function valuesOf<F extends Fields>(fields: F, address: Address): Values<F> {
  const values = Object.entries(fields).map(([name, { read }]) => [name, read(address[name])]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Values<F>;
}

function written(fields: Fields, values: object): Address {
  const differing = Object.entries(values).flatMap(([name, value]) => {
    const { none, write } = fields[name] as Field<typeof value>;
    if (JSON.stringify(value) === JSON.stringify(none)) return [];
    return [[name, write ? write(value) : value]];
  });
  return Object.fromEntries(differing);
}

const MAX_PAGE = 9_999_999;

function paging(address: Address): { page?: number; page_size?: number } {
  const page = Number(address.page);
  const size = Number(address.page_size);
  return {
    ...(Number.isInteger(page) && page > 1 && page <= MAX_PAGE && { page }),
    ...(PAGE_SIZES.some((offered) => offered === size) &&
      size !== DEFAULT_PAGE_SIZE && { page_size: size }),
  };
}

/** A page of a list that is searched by a text. */
export type ListSlice = { page: number; page_size: number; search: string };

export const sliceOf = (address: Address): ListSlice => ({
  ...{ page: 1, page_size: DEFAULT_PAGE_SIZE, ...paging(address) },
  search: text().read(address.search),
});

/** Of a list that has no other filter. */
export const bySearch = defineFilter({ fields: { search: text() } });
/** Of a page that shows the month so far. */
export const byMonth = defineFilter({ fields: days, otherwise: monthSoFar });

/** Shorter numbers are those of sales. */
const PERSONAL_DIGITS = 7;

/** Whether a text may hold a CPF or a matrícula, or most of one: it is kept out of the address. */
export const isPersonal = (text: string) => text.replace(/\D/g, '').length >= PERSONAL_DIGITS;
