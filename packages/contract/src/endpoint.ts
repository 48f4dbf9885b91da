import type { Static, TSchema } from 'typebox';
import type { RefusalCode } from './refusal.ts';

/**
 * What one call takes and answers. Everything that is not said here is refused: objects of bodies and
 * queries carry additionalProperties: false, and answers hold only the fields that are named.
 */
export type Endpoint = {
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly headers?: TSchema;
  readonly body?: TSchema;
  readonly status: 200 | 201 | 204;
  readonly answer: TSchema;
  /** Headers that an answer may have, for the documentation. */
  readonly answerHeaders?: Readonly<Record<string, TSchema>>;
  /** The refusals of its own, beyond those that any call of its kind can have. */
  readonly refusals: readonly RefusalCode[];
};

export type BodyOf<E extends Endpoint> = E extends { body: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type ParamsOf<E extends Endpoint> = E extends { params: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type HeadersOf<E extends Endpoint> = E extends { headers: infer S extends TSchema }
  ? Static<S>
  : undefined;
export type AnswerOf<E extends Endpoint> = Static<E['answer']>;
