import { MAX_SEARCH_LENGTH } from '@balcao/contract/fields/list-limits.ts';
import {
  type AuditArea,
  auditAreas,
  auditGroups,
  auditKinds,
} from '@balcao/domain/audit/actions.ts';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { Chips } from '../../ui/fields/chips.tsx';
import { isPersonal, type ListSlice } from '../../ui/lists/filter.ts';
import { FilterFold, FilterForm, PeriodFields, wideField } from '../../ui/lists/filter-form.tsx';
import { NothingInPeriod } from '../../ui/lists/list-frame.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { PeriodPresets } from '../../ui/lists/period-presets.tsx';
import { useAddressFilter, useList, useListAddress } from '../../ui/lists/use-list.ts';
import { Screen } from '../../ui/screen.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { auditColumns } from './audit-columns.tsx';
import { AUDIT_KEY, type AuditFilter, auditFilter } from './audit-filter.ts';

const AUDIT_EXPORTS = [{ list: 'audit', label: 'Auditoria' }] as const;

const areas = Object.keys(auditAreas) as AuditArea[];

/** '' for one that does not exist. */
export const knownKind = (kind: string) => auditKinds.find((known) => known === kind) ?? '';

/** The choices of a select: all, an area, then every kind in its group. */
export const kindChoices = [
  { value: '', label: 'Todos os tipos' },
  ...areas.map((value) => ({ value, label: `${auditAreas[value]}: tudo` })),
  ...Object.entries(auditGroups).map(([group, kinds]) => ({
    group,
    items: Object.entries(kinds).map(([value, label]) => ({ value, label })),
  })),
];

/** Returns a page of the audit, newest first. */
const listAudit = ({ search: _, kind, ...query }: ListSlice & AuditFilter, signal: AbortSignal) =>
  call('listAudit', { query: { ...query, kind: knownKind(kind) || undefined }, signal });

export function AuditPage() {
  const { applied, input, change, apply, clear } = useAddressFilter(AUDIT_KEY, auditFilter);
  const aboutRef = useRef<HTMLInputElement>(null);
  const personal = isPersonal(input.about);
  const address = useListAddress();
  const list = useList('AUDITORIA', AUDIT_KEY, { ...address.slice, ...applied }, listAudit);

  return (
    <Screen
      title="AUDITORIA"
      help="auditoria"
      tools={
        <ExportButton
          lists={AUDIT_EXPORTS}
          filter={{ ...applied, kind: knownKind(applied.kind) }}
        />
      }
    >
      <FilterFold applied={applied}>
        <FilterForm
          label="Filtrar auditoria"
          onSubmit={() => {
            if (personal) return aboutRef.current?.focus();
            void apply({ ...input, user: input.user.trim(), about: input.about.trim() });
          }}
          onClear={clear}
        >
          <Group flex="1 0 100%">
            <PeriodPresets
              period={applied}
              typed={input}
              onChoose={(period) => void apply({ ...applied, ...period })}
            />
          </Group>
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
          <TextInput
            ref={aboutRef}
            label="Assunto"
            className={wideField}
            autoComplete="off"
            maxLength={MAX_SEARCH_LENGTH}
            placeholder="Nº da venda, pessoa ou produto"
            value={input.about}
            error={personal && 'CPF e matrícula não: use o nome da pessoa.'}
            onChange={(event) => change({ about: event.currentTarget.value })}
          />
          <NativeSelect
            label="O que fez"
            className={wideField}
            data={kindChoices}
            value={input.kind}
            onChange={(event) => change({ kind: event.currentTarget.value })}
          />
        </FilterForm>
        <Chips
          label="Área"
          mb={14}
          of={areas}
          words={(area) => auditAreas[area]}
          chosen={(area) => area === applied.kind}
          onPick={(area) => void apply({ ...applied, kind: applied.kind === area ? '' : area })}
        />
      </FilterFold>
      <PagedList
        list={list}
        address={address}
        columns={auditColumns}
        // The audit itself is never empty: it holds at least the reader's sign-in.
        empty={
          <NothingInPeriod
            title="Nada encontrado com este filtro"
            period={applied}
            hint="Mude o período, o assunto, a pessoa ou o tipo."
          >
            <Button variant="default" onClick={() => void apply(auditFilter.read({}))}>
              Mostrar tudo
            </Button>
          </NothingInPeriod>
        }
      />
    </Screen>
  );
}
