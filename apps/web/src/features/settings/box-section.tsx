import type { Settings } from '@balcao/contract/shop/settings.ts';
import { type Cents, centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import { Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MoneyField } from '../../ui/fields/money-field.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { SectionForm, useSection } from './section.tsx';
import { editSettings, leftBehindQuery, settingsQuery } from './settings.queries.ts';

type Limit = 'withdrawal_limit' | 'difference_limit';
/** The content of the fields; null for an empty amount. */
type Input = Pick<Settings, 'cash_box' | 'count_every_method'> & Record<Limit, Cents | null>;

const inputOf = (settings: Settings): Input => ({
  cash_box: settings.cash_box,
  count_every_method: settings.count_every_method,
  withdrawal_limit: centsFromReais(settings.withdrawal_limit),
  difference_limit: centsFromReais(settings.difference_limit),
});

/** An empty amount becomes null in JSON, which the server refuses. */
const reaisOf = (amount: Cents | null) => (amount === null ? Number.NaN : reaisFromCents(amount));

/** How the cash boxes of the shop work. */
export function BoxSection({ settings }: { settings: Settings }) {
  const section = useSection({
    form: 'settings:box',
    saved: inputOf(settings),
    nullable: ['withdrawal_limit', 'difference_limit'],
    queryKey: settingsQuery.queryKey,
    save: ({ withdrawal_limit, difference_limit, ...input }) =>
      editSettings(settings, {
        ...input,
        withdrawal_limit: reaisOf(withdrawal_limit),
        difference_limit: reaisOf(difference_limit),
      }),
  });
  const { fields } = section;
  const mode = fields.values.cash_box;

  return (
    <SectionForm id="caixa" title="Caixa" section={section}>
      <Radio.Group {...fields.input('cash_box')} label="Como o caixa funciona">
        <Stack gap="xs" mt={6}>
          <Radio
            value="simple"
            label="Simples"
            description="Vende-se a qualquer hora. FECHAR CAIXA soma o dia de cada vendedor."
          />
          <Radio
            value="counted"
            label="Conferido"
            description="Cada vendedor abre o caixa com um fundo de troco, anota suprimentos e sangrias e, no fim, conta a gaveta sem ver quanto deveria haver nela. Um caixa aberto é contado também depois de voltar ao Simples."
          />
        </Stack>
      </Radio.Group>
      {mode !== settings.cash_box && <LeftBehind by={mode} />}
      <Checkbox
        {...fields.checkbox('count_every_method')}
        label="Contar também cartões e Pix"
        description="Ao fechar, digita-se também o total de cada outra forma de pagamento."
      />
      <Group align="start" grow preventGrowOverflow={false}>
        <MoneyField
          {...fields.input('withdrawal_limit')}
          label="Sangria sem autorização até"
          description="Somadas em cada caixa; o que passa disso pede o login de um administrador."
          miw="15rem"
        />
        <MoneyField
          {...fields.input('difference_limit')}
          label="Diferença sem autorização até"
          description="Uma falta ou sobra maior pede motivo e administrador."
          miw="15rem"
        />
      </Group>
    </SectionForm>
  );
}

/** Explains what a change of the mode does to today's sales and boxes; nothing if there are none. */
function LeftBehind({ by }: { by: Input['cash_box'] }) {
  const { data } = useQuery(leftBehindQuery);
  const left = by === 'counted' ? data?.sales : data?.boxes;
  return (
    left !== undefined &&
    left > 0 && (
      <Say rank="look" role="alert">
        {by === 'counted' ? SALES_LEFT_BEHIND : BOXES_LEFT_BEHIND}
      </Say>
    )
  );
}

const SALES_LEFT_BEHIND =
  'Hoje já houve vendas. As que foram feitas sem um caixa aberto não entram no caixa conferido: antes de abrir o seu, cada vendedor escolhe FECHAR CAIXA para elas, e tira o dinheiro delas da gaveta ou o conta no fundo de troco.';
const BOXES_LEFT_BEHIND =
  'Há caixas abertos. As vendas de quem tem um continuam nele até que seja contado e fechado; só as vendas seguintes entram no fechamento do dia.';
