import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { MAX_SEARCH_LENGTH } from '../../ui/lists/list-search.ts';
import { kindChoices } from './audit-kinds.ts';
import classes from './audit-page.module.css';
import type { AuditFilter } from './audit-search.ts';
import type { AuditFilterState } from './use-audit-filter.ts';

export function AuditFilterForm({ filter: { typed, type, apply } }: { filter: AuditFilterState }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void apply({ ...typed, user: typed.user.trim() });
  };

  return (
    <search aria-label="Filtrar auditoria">
      <form className={classes.filter} onSubmit={submit}>
        <TextInput
          type="date"
          label="Início"
          className={classes.date}
          min="2000-01-01"
          max="2999-12-31"
          value={typed.startDate}
          onChange={(event) => type({ startDate: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Fim"
          className={classes.date}
          min="2000-01-01"
          max="2999-12-31"
          value={typed.endDate}
          onChange={(event) => type({ endDate: event.currentTarget.value })}
        />
        <TextInput
          label="Quem"
          className={classes.wide}
          autoComplete="off"
          maxLength={MAX_SEARCH_LENGTH}
          placeholder="Nome ou login"
          value={typed.user}
          onChange={(event) => type({ user: event.currentTarget.value })}
        />
        <NativeSelect
          label="O que fez"
          className={classes.wide}
          data={kindChoices}
          value={typed.kind}
          onChange={(event) => type({ kind: event.currentTarget.value as AuditFilter['kind'] })}
        />
        <Button type="submit" variant="default" className={classes.submit}>
          Filtrar
        </Button>
      </form>
    </search>
  );
}
