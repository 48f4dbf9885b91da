import type { Static, TSchema } from 'typebox';
import type { RefusalCode } from './refusal.ts';

/** Bodies and queries refuse unknown fields; a response has only the fields of its schema. */
export type Endpoint = {
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly headers?: TSchema;
  readonly body?: TSchema;
  /** In bytes, for a body that may be larger than others. */
  readonly bodyLimit?: number;
  /** The status of a successful response; 200 by default. */
  readonly status?: 201 | 204;
  readonly answer: TSchema;
  /** The media types of a successful response that is a file. Otherwise it is JSON. */
  readonly files?: readonly string[];
  /** Headers that a response may have, for the documentation. */
  readonly answerHeaders?: Readonly<Record<string, TSchema>>;
  /** Its own refusals, beyond those that any call with its access can have. */
  readonly refusals?: readonly RefusalCode[];
};

export const statusOf = ({ status }: Endpoint): number => status ?? 200;

type PartOf<E extends Endpoint, Part extends string> =
  E extends Record<Part, infer S extends TSchema> ? Static<S> : undefined;

export type BodyOf<E extends Endpoint> = PartOf<E, 'body'>;
export type QueryOf<E extends Endpoint> = PartOf<E, 'query'>;
export type ParamsOf<E extends Endpoint> = PartOf<E, 'params'>;
export type HeadersOf<E extends Endpoint> = PartOf<E, 'headers'>;
export type AnswerOf<E extends Endpoint> = Static<E['answer']>;
