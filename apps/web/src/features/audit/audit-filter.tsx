import { NativeSelect, TextInput } from '@mantine/core';
import { FilterForm, PeriodFields, wideField } from '../../ui/lists/filter-form.tsx';
import { MAX_SEARCH_LENGTH } from '../../ui/lists/list-search.ts';
import type { FilterState } from '../../ui/lists/use-address-filter.ts';
import { kindChoices } from './audit-kinds.ts';
import type { AuditFilter } from './audit-search.ts';

export function AuditFilterForm({ filter }: { filter: FilterState<AuditFilter> }) {
  const { input, change, apply } = filter;
  return (
    <FilterForm
      label="Filtrar auditoria"
      onSubmit={() => void apply({ ...input, user: input.user.trim() })}
    >
      <PeriodFields period={input} onChange={change} />
      <TextInput
        label="Quem"
        className={wideField}
        autoComplete="off"
        maxLength={MAX_SEARCH_LENGTH}
        placeholder="Nome ou login"
        value={input.user}
        onChange={(event) => change({ user: event.currentTarget.value })}
      />
      <NativeSelect
        label="O que fez"
        className={wideField}
        data={kindChoices}
        value={input.kind}
        onChange={(event) => change({ kind: event.currentTarget.value as AuditFilter['kind'] })}
      />
    </FilterForm>
  );
}
