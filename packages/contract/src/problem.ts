import { type Static, Type } from 'typebox';

/** The body of every refusal (RFC 9457), sent as application/problem+json. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.String({ description: 'Stable; one of the codes in refusal.ts' }),
  detail: Type.String({ description: 'In Portuguese, for people' }),
  field: Type.Optional(
    Type.String({ description: 'What the refusal is about, e.g. body/products/0/total' }),
  ),
  expected: Type.Optional(Type.Number({ description: 'The figure the server computed, in reais' })),
  reference: Type.Optional(
    Type.String({ description: 'Of this request, as in X-Request-Id and in the log' }),
  ),
});
export type Problem = Static<typeof Problem>;
