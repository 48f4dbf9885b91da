import type { CardSettings, CardTerms } from '@balcao/contract/bank.ts';
import type { PaymentMethod } from '@balcao/contract/shop/payment-methods.ts';
import { LONGEST_SETTLEMENT } from '@balcao/domain/bank/card-settlement.ts';
import { holidayText, typedHoliday } from '@balcao/domain/dates/holidays.ts';
import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { SectionForm, useSection } from './section.tsx';
import { cardTermsQuery, editCardTerms } from './settings.queries.ts';

type Count = 'business' | 'calendar' | '';
/** By the ids of the methods; one that is no card has an empty count. */
type Terms = Record<number, { count: Count; days: string; fee: string }>;
type Input = { terms: Terms; holidays: string };

type Props = { cards: CardSettings; methods: readonly PaymentMethod[] };

function inputOf({ cards: { terms, holidays }, methods }: Props): Input {
  const input: Terms = {};
  for (const { id } of methods) {
    const of = terms.find(({ method }) => method === id);
    input[id] = of
      ? {
          count: of.business_days ? 'business' : 'calendar',
          days: `${of.days}`,
          fee: of.fee.toLocaleString('pt-BR'),
        }
      : { count: '', days: '', fee: '' };
  }
  return { terms: input, holidays: holidays.map(holidayText).join(', ') };
}

/** What is no number becomes null in JSON, which the server refuses. */
const numberIn = (text: string) =>
  /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;

/** What is neither such a day nor such a date is refused by the browser. */
const HOLIDAYS = String.raw`[\s,;]*(\d{1,2}/\d{1,2}(/2\d{3})?([\s,;]+|$))*`;

const holidaysIn = (text: string) =>
  (text.match(/[^\s,;]+/g) ?? []).map((day) => typedHoliday(day) ?? day);

function termsOf(input: Input, { cards: { terms }, methods }: Props): CardTerms[] {
  const listed = methods.flatMap(({ id }): CardTerms[] => {
    const { [id]: of } = input.terms;
    if (!of?.count) return [];
    return [
      {
        ...{ method: id, business_days: of.count === 'business' },
        days: numberIn(of.days),
        fee: numberIn(of.fee),
      },
    ];
  });
  // Of a method that was deleted, older sales still come to the bank.
  const gone = terms.filter(({ method }) => methods.every(({ id }) => id !== method));
  return [...listed, ...gone];
}

/** When the money of each card comes, and the fee. */
export function CardsSection({ cards, methods }: Props) {
  const section = useSection({
    form: 'settings:cards',
    saved: inputOf({ cards, methods }),
    queryKey: cardTermsQuery.queryKey,
    save: (input) =>
      editCardTerms({
        terms: termsOf(input, { cards, methods }),
        holidays: holidaysIn(input.holidays),
        shown: cards,
      }),
  });
  const { fields } = section;
  return (
    <SectionForm id="cartoes" title="Cartões" section={section}>
      <Text inherit c="dimmed">
        Para a Conferência: em quantos dias cada cartão cai na conta, e a taxa que a maquininha
        fica. O que cairia em um sábado, domingo ou feriado cai no dia útil seguinte.
      </Text>
      {methods.map(({ id, name }) => (
        <Group key={id} gap="8px 12px" align="end">
          <NativeSelect
            {...fields.input(`terms.${id}.count`)}
            label={name}
            flex="1 1 12rem"
            data={[
              { value: '', label: 'Não é cartão' },
              { value: 'business', label: 'Cartão, em dias úteis' },
              { value: 'calendar', label: 'Cartão, em dias corridos' },
            ]}
          />
          {fields.values.terms[id]?.count !== '' && (
            <>
              <TextInput
                {...fields.input(`terms.${id}.days`)}
                label="Dias"
                aria-label={`Dias até cair na conta, ${name}`}
                w="6rem"
                type="number"
                min={0}
                max={LONGEST_SETTLEMENT}
                step={1}
                required
                withAsterisk={false}
              />
              <TextInput
                {...fields.input(`terms.${id}.fee`)}
                label="Taxa (%)"
                aria-label={`Taxa em %, ${name}`}
                w="7rem"
                inputMode="decimal"
                pattern="\d{1,2}([.,]\d{1,2})?|100"
                title="Como 1,99"
                placeholder="1,99"
                required
                withAsterisk={false}
              />
            </>
          )}
        </Group>
      ))}
      <TextInput
        {...fields.text('holidays')}
        label="Feriados da cidade e do estado"
        description="Os que mudam de dia, com o ano. Os nacionais, o Carnaval e Corpus Christi o Balcão já conhece."
        placeholder="25/01, 09/07, 13/04/2026"
        pattern={HOLIDAYS}
        title="Como 25/01, 09/07 ou 13/04/2026, com vírgulas"
      />
    </SectionForm>
  );
}
