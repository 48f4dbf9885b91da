import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { ShownRow } from '../fields/shown-row.ts';
import { closed, Reais } from '../fields/values.ts';

export const Settings = closed({
  cash_box: Type.Enum(['simple', 'counted'], {
    description: 'simple: fecha-se o dia; counted: o caixa é aberto com fundo e contado',
  }),
  count_every_method: Type.Boolean({
    description: 'Contar também cartões, Pix e outras formas',
  }),
  withdrawal_limit: Type.Number({
    ...Reais,
    description: 'As sangrias de um caixa que juntas passam disto pedem autorização',
  }),
  difference_limit: Type.Number({ ...Reais, description: 'Diferença maior pede autorização' }),
  require_second_factor: Type.Boolean({
    description: 'Administradores sem segundo fator são levados a ligá-lo',
  }),
  idle_lock_minutes: Type.Integer({
    minimum: 0,
    maximum: 480,
    description: 'Minutos sem uso até a tela ser coberta; 0 para nunca',
  }),
  keep_sales: Type.Boolean({
    description: 'Vender sem o servidor: o balcão guarda a venda quando ninguém responde',
  }),
});
export type Settings = Static<typeof Settings>;

export const settingsEndpoints = {
  readSettings: { summary: 'As configurações da loja', answer: Settings },
  editSettings: {
    summary: 'Mudar as configurações da loja',
    headers: ShownRow,
    body: Settings,
    answer: Settings,
    refusals: ['changed_meanwhile'],
  },
} as const satisfies Record<string, Endpoint>;
