import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import type { NamedByFilter } from '@balcao/contract/sales/entries.ts';
import { recordedDay } from '@balcao/domain/dates/recorded.ts';
import { Button, Group, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { FilterFold, FilterForm, PeriodFields, wideField } from '../../ui/lists/filter-form.tsx';
import { PeriodPresets } from '../../ui/lists/period-presets.tsx';
import { type IncomeName, useIncomeName } from '../institution/income-names.ts';
import { useMethodChoices } from '../payment-methods/method-choices.ts';

const KINDS = [
  { value: '', label: 'Todos' },
  { value: 'sale', label: 'Vendas' },
  { value: 'returned', label: 'Devoluções e trocas' },
  { value: 'refund', label: 'Só devoluções' },
  { value: 'exchange', label: 'Só trocas' },
  { value: 'payments', label: 'Correções de pagamento' },
];

type Props = {
  applied: EntriesFilter;
  input: EntriesFilter;
  named: NamedByFilter | undefined;
  onChange: (part: Partial<EntriesFilter>) => void;
  onApply: (filter: EntriesFilter) => void;
  onClear: (() => void) | undefined;
};

/** The filter in the address: fields for what a person chooses, and what only a link sets, which can be taken away. */
export function EntriesFilterForm({ applied, input, named, onChange, onApply, onClear }: Props) {
  const { startDate = '', endDate = '', method = '', kind = '', product, income } = input;
  const methods = useMethodChoices(method);
  const days = { startDate, endDate };
  return (
    <>
      <FilterFold applied={applied}>
        <FilterForm label="Filtrar lançamentos" onSubmit={() => onApply(input)} onClear={onClear}>
          <Group flex="1 0 100%">
            <PeriodPresets
              period={{ startDate: applied.startDate ?? '', endDate: applied.endDate ?? '' }}
              typed={days}
              onChoose={(period) => onApply({ ...input, ...period })}
            />
          </Group>
          <PeriodFields period={days} onChange={onChange} />
          <NativeSelect
            label="Tipo"
            className={wideField}
            data={KINDS}
            value={kind}
            onChange={(event) =>
              onChange({ kind: event.currentTarget.value as EntriesFilter['kind'] & string })
            }
          />
          {product === undefined && income === undefined && (
            <NativeSelect
              label="Forma"
              className={wideField}
              data={methods}
              value={method}
              onChange={(event) => onChange({ method: event.currentTarget.value })}
            />
          )}
        </FilterForm>
      </FilterFold>
      <Chips {...{ applied, named, onApply }} />
    </>
  );
}

function Chips({ applied, named, onApply }: Pick<Props, 'applied' | 'named' | 'onApply'>) {
  const chips = chipsOf(applied, named, useIncomeName());
  if (chips.length === 0) return null;
  return (
    <Group gap={8} mb={14}>
      {chips.map(([key, text]) => (
        <Button
          key={key}
          size="compact-sm"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={`Tirar ${text}`}
          onClick={() => onApply({ ...applied, [key]: undefined })}
        >
          {text}
        </Button>
      ))}
    </Group>
  );
}

/** What is shown of the parts of a filter that have no field. A name that is not known yet is a number. */
function chipsOf(applied: EntriesFilter, named: NamedByFilter | undefined, nameOf: IncomeName) {
  const { methodNow, closing, income } = applied;
  const of = (key: 'seller' | 'product' | 'client' | 'student', word: string) =>
    applied[key] === undefined
      ? []
      : [[key, `${word}: ${named?.[key] ?? `nº ${applied[key]}`}`] as const];
  return [
    ...(closing ? [['closing', closingWords(closing, named?.closing)] as const] : []),
    ...of('seller', 'Quem'),
    ...of('product', 'Parte de'),
    ...(income
      ? [['income', `Receita de: ${nameOf(income === 'both' ? null : income)}`] as const]
      : []),
    ...of('client', 'Cliente'),
    ...of('student', 'Aluno'),
    ...(methodNow ? [['methodNow', `Forma de hoje: ${methodNow}`] as const] : []),
  ];
}

function closingWords(id: number, closing: NamedByFilter['closing'] | undefined): string {
  if (!closing) return `Fechamento nº ${id}`;
  const { date, seller_name, version, box } = closing;
  return [
    `Fechamento de ${seller_name} em ${recordedDay(date)}`,
    box ? `, caixa nº ${box}` : '',
    version > 1 ? `, ${version}º do dia` : '',
  ].join('');
}
