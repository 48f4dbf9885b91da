import type { PriceRule } from '@balcao/contract/products/picked-products.ts';
import { type Cents, reaisFromCents } from '@balcao/domain/money.ts';
import { PRICE_ENDINGS } from '@balcao/domain/product/price-rule.ts';
import { Button, Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { CancelButton } from '../../../ui/dialogs/cancel-button.tsx';
import { DialogFoot } from '../../../ui/dialogs/dialog-foot.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import type { Fields } from '../../../ui/fields/use-fields.ts';
import { ending, hundredthsTyped } from './price-words.ts';

export const EMPTY_RULE = {
  kind: 'percent' as 'percent' | 'fixed',
  way: 'up' as 'up' | 'down',
  percent: '',
  /** One of PRICE_ENDINGS, or ''. */
  ending: '',
  rounding: 'nearest' as 'nearest' | 'up',
  price: null as Cents | null,
};
export type TypedRule = typeof EMPTY_RULE;

type Props = {
  fields: Fields<TypedRule>;
  onRule: (rule: PriceRule) => void;
  isLoading: boolean;
  onClose: () => void;
};

/** The rules of its fields. */
export const RULE_RULES = {
  price: (price: Cents | null, { kind }: TypedRule) =>
    kind === 'fixed' && price === null && 'Digite o preço.',
  percent: (percent: string, { kind, way }: TypedRule) =>
    kind === 'percent' &&
    hundredthsTyped(percent, way) === null &&
    (way === 'up'
      ? 'Digite de 0 a 1000, com até duas casas.'
      : 'Digite de 0 a 99,99, com até duas casas.'),
};

export function RuleForm({ fields, onRule, isLoading, onClose }: Props) {
  const typed = fields.values;
  const submit = () => {
    const rule = ruleOf(typed);
    if (rule) onRule(rule);
  };
  return (
    <Form fields={fields} onSubmit={submit}>
      <Stack gap="sm">
        <Radio.Group
          label="O que fazer com os preços"
          value={typed.kind === 'fixed' ? 'fixed' : typed.way}
          onChange={(value) =>
            fields.change(
              value === 'fixed'
                ? { kind: 'fixed' }
                : { kind: 'percent', way: value as TypedRule['way'] },
            )
          }
        >
          <Group gap="6px 20px" mt={6}>
            <Radio value="up" label="Aumentar" data-autofocus />
            <Radio value="down" label="Diminuir" />
            <Radio value="fixed" label="Preço fixo" />
          </Group>
        </Radio.Group>
        {typed.kind === 'fixed' ? (
          <MoneyField {...fields.input('price')} label="Preço de todos" maw="14rem" />
        ) : (
          <>
            <TextInput
              {...fields.text('percent')}
              label="Percentual"
              inputMode="decimal"
              placeholder="7,5"
              rightSection={<span aria-hidden>%</span>}
              maw="14rem"
            />
            <Group gap="sm" align="end">
              <NativeSelect
                {...fields.input('ending')}
                label="Arredondar para"
                data={[
                  { value: '', label: 'Não arredondar' },
                  ...PRICE_ENDINGS.map((centavos) => ({
                    value: `${centavos}`,
                    label: ending(centavos),
                  })),
                ]}
              />
              {typed.ending !== '' && (
                <NativeSelect
                  {...fields.input('rounding')}
                  label="Como"
                  data={[
                    { value: 'nearest', label: 'O mais próximo' },
                    { value: 'up', label: 'Para cima' },
                  ]}
                />
              )}
            </Group>
            <Text inherit fz="sm" c="dimmed">
              {explained(typed)}
            </Text>
          </>
        )}
        <DialogFoot>
          <CancelButton onClick={onClose} />
          <Button type="submit" loading={isLoading}>
            Ver os preços novos
          </Button>
        </DialogFoot>
      </Stack>
    </Form>
  );
}

function explained({ ending: chosen, rounding }: TypedRule): string {
  const first = 'A conta é feita ao centavo; meio centavo sobe.';
  if (chosen === '') return first;
  const end = ending(Number(chosen));
  return rounding === 'up'
    ? `${first} Depois o preço sobe até o primeiro final ${end}: nunca fica abaixo da conta.`
    : `${first} Depois o preço vai ao final ${end} mais próximo, acima ou abaixo da conta; no meio, sobe.`;
}

function ruleOf(typed: TypedRule): PriceRule | null {
  if (typed.kind === 'fixed') {
    return typed.price === null ? null : { price: reaisFromCents(typed.price) };
  }
  const hundredths = hundredthsTyped(typed.percent, typed.way);
  if (hundredths === null) return null;
  const chosen = PRICE_ENDINGS.find((centavos) => `${centavos}` === typed.ending) ?? null;
  return { percent: hundredths / 100, ending: chosen, rounding: typed.rounding };
}
