import { Chips } from '../../ui/fields/chips.tsx';
import { FilterFold, FilterForm, PeriodFields } from '../../ui/lists/filter-form.tsx';
import { PeriodPresets } from '../../ui/lists/period-presets.tsx';
import { useAddressFilter } from '../../ui/lists/use-list.ts';
import { Screen } from '../../ui/screen.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { CardsComparison } from './cards-comparison.tsx';
import { BANK_KEY } from './parts/bank.queries.ts';
import { bankFilter } from './parts/bank-filter.ts';
import { PixComparison } from './pix/pix-comparison.tsx';
import { StatementButton } from './statement/statement-button.tsx';
import { Statements } from './statement/statements.tsx';

const PARTS = [
  { of: '', label: 'Pix', exports: [{ list: 'bank_pix', label: 'Conferência de Pix' }] },
  {
    of: 'returns',
    label: 'Devoluções',
    exports: [{ list: 'bank_returns', label: 'Conferência de devoluções' }],
  },
  { of: 'cards', label: 'Cartões', exports: [{ list: 'bank_cards', label: 'Por dia' }] },
] as const;

/** The bank's statement beside what the shop sold by Pix and cards. */
export function BankPage() {
  const { applied, input, change, apply } = useAddressFilter(BANK_KEY, bankFilter);
  const { of, state, ...period } = applied;
  const shown = PARTS.find((part) => part.of === of) ?? PARTS[0];
  const onState = (state: typeof applied.state) => void apply({ ...applied, state });
  return (
    <Screen
      title="CONFERÊNCIA"
      help="conferência-com-o-banco"
      tools={
        <>
          <ExportButton lists={shown.exports} filter={{ ...period, ...(state && { state }) }} />
          <StatementButton />
        </>
      }
    >
      <Chips
        label="O que conferir"
        my="sm"
        of={PARTS.map((part) => part.of)}
        words={(of) => PARTS.find((part) => part.of === of)?.label}
        chosen={(of) => of === shown.of}
        onPick={(of) => void apply({ ...period, state: '', of })}
      />
      <FilterFold applied={period}>
        <PeriodPresets
          period={period}
          typed={input}
          long
          onChoose={(period) => void apply({ ...applied, ...period })}
        />
        <FilterForm label="Período da conferência" onSubmit={() => void apply(input)}>
          <PeriodFields period={input} onChange={change} required />
        </FilterForm>
      </FilterFold>
      {of === 'cards' ? (
        <CardsComparison {...{ period, state, onState }} />
      ) : (
        <PixComparison key={of} part={of} period={period} state={state} onState={onState} />
      )}
      <Statements />
    </Screen>
  );
}
