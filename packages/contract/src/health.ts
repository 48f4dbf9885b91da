import { Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';

export const healthEndpoints = {
  readHealth: {
    summary: 'Se o banco de dados responde e seu esquema é o atual',
    answer: Type.Object({ status: Type.Literal('ok') }),
    refusals: ['unavailable'],
  },
} as const satisfies Record<string, Endpoint>;
