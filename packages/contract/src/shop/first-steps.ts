import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';

const FirstSteps = Type.Object({
  show: Type.Boolean({ description: 'Falta algum, e ninguém os guardou' }),
  steps: Type.Object(
    {
      institution: Type.Boolean(),
      products: Type.Boolean(),
      sellers: Type.Boolean(),
      pix: Type.Boolean(),
      paper: Type.Boolean(),
    },
    { description: 'Os que já foram dados' },
  ),
});
export type FirstSteps = Static<typeof FirstSteps>;

export const firstStepsEndpoints = {
  readFirstSteps: {
    summary: 'O que falta fazer numa loja nova, pelo que já há nela',
    answer: FirstSteps,
  },
  endFirstSteps: {
    summary: 'Guardar os primeiros passos desta loja, para todos',
    answer: FirstSteps,
  },
} as const satisfies Record<string, Endpoint>;
