import type { ComparedRow } from '@balcao/contract/imports.ts';
import { Checkbox, Text } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { whole } from '../../ui/counts.ts';
import { Chips } from '../../ui/fields/chips.tsx';
import { type DataColumn, DataTable } from '../../ui/lists/data-table.tsx';
import { useFirstRows } from '../../ui/lists/pager/use-first-rows.tsx';
import classes from './imports.module.css';
import type { Field, ImportRow } from './targets.ts';

type Ticks = {
  /** The lines that give somebody another name and were ticked. */
  ticked: ReadonlySet<number>;
  onTick: (lines: ReadonlySet<number>) => void;
};
type Props = Ticks & {
  fields: readonly Field[];
  sent: readonly ImportRow[];
  rows: readonly ComparedRow[];
};
type Kind = ComparedRow['kind'];
type Shown = { id: number; sent: ImportRow; compared: ComparedRow };

const KINDS: Record<Kind, { one: string; many: string }> = {
  wrong: { one: 'Errada', many: 'Erradas' },
  new: { one: 'Nova', many: 'Novas' },
  changed: { one: 'Muda', many: 'Mudam' },
  same: { one: 'Igual', many: 'Iguais' },
};
const kinds = Object.keys(KINDS) as Kind[];

/** Every row with its outcome, of all kinds or of one. */
export function ComparedRows({ fields, sent, rows, ticked, onTick }: Props) {
  const labelId = useId();
  const counts = useMemo(
    () =>
      Map.groupBy(
        rows.map(({ kind }) => kind),
        (kind) => kind,
      ),
    [rows],
  );
  const countOf = (kind: Kind) => counts.get(kind)?.length ?? 0;
  const [kind, setKind] = useState<Kind | 'all'>(countOf('wrong') > 0 ? 'wrong' : 'all');
  const found = useMemo(
    () =>
      rows
        .flatMap((compared, index): Shown | [] =>
          kind !== 'all' && compared.kind !== kind
            ? []
            : { id: compared.line, sent: sent[index] as ImportRow, compared },
        )
        .sort((one, other) => placeOf(one) - placeOf(other)),
    [rows, sent, kind],
  );
  const { first, more } = useFirstRows(found, 100);
  return (
    <div>
      <Chips
        label="Mostrar"
        of={['all' as const, ...kinds.filter((each) => countOf(each) > 0)]}
        words={(each) =>
          each === 'all'
            ? `Todas (${whole(rows.length)})`
            : `${KINDS[each].many} (${whole(countOf(each))})`
        }
        chosen={(each) => each === kind}
        onPick={setKind}
        look={{ size: 'compact-sm' }}
        mb={8}
      />
      <Text id={labelId} className="visually-hidden">
        Linhas do arquivo
      </Text>
      <div className={classes.rows}>
        <DataTable
          labelledBy={labelId}
          columns={columnsOf(fields, { ticked, onTick })}
          rows={first}
        />
        {more}
      </div>
    </div>
  );
}

/** First what renames somebody, then what looks ruined; otherwise as in the file. */
function placeOf({ compared: { asks, kind, changes, warnings } }: Shown): number {
  if (asks) return 0;
  const renames = changes.some(({ field, from }) => NAMES.has(field) && from !== null);
  if (kind === 'changed' && renames) return 1;
  return warnings ? 2 : 3;
}

const NAMES = new Set(['student', 'client']);

const columnsOf = (fields: readonly Field[], ticks: Ticks): DataColumn<Shown>[] => [
  { header: 'Linha', width: '5rem', cell: lineOf },
  { header: 'Situação', width: '15rem', place: 'line', cell: (row) => situation(row, ticks) },
  ...fields.map(
    ({ field, label }, index): DataColumn<Shown> => ({
      header: label,
      ...(index === 0 && { place: 'title' }),
      ...(field === 'price' && { place: 'amount', width: '11rem' }),
      cell: (row) => <Value row={row} field={field} />,
    }),
  ),
];

function lineOf({ sent }: Shown) {
  return (
    <>
      <span className={classes.line}>Linha </span>
      {sent.line}
    </>
  );
}

function situation({ id, compared }: Shown, { ticked, onTick }: Ticks) {
  const { kind, problems, changes, warnings = [], asks } = compared;
  const linked = kind === 'changed' && changes.every(({ field }) => field === 'link');
  return (
    <>
      <span className={classes.kind} data-kind={kind}>
        {KINDS[kind].one}
      </span>
      {linked && ' (nova ligação)'}
      {asks && (
        <Checkbox
          size="sm"
          mt={4}
          label={
            <>
              {kind === 'new' ? 'É outro produto' : 'Trocar o nome'}
              <span className="visually-hidden">, linha {id}</span>
            </>
          }
          checked={ticked.has(id)}
          onChange={({ currentTarget: { checked } }) => {
            const others = [...ticked].filter((line) => line !== id);
            onTick(new Set(checked ? [...others, id] : others));
          }}
        />
      )}
      {warnings.map((warning) => (
        <span key={warning} className={classes.warning}>
          {warning}
        </span>
      ))}
      {problems.map(({ field, reason }) => (
        <span key={field} className={classes.problem}>
          {reason}
        </span>
      ))}
    </>
  );
}

/** As it will be stored; where something was, what was there. */
function Value({ row: { sent, compared }, field }: { row: Shown; field: string }) {
  const change = compared.changes.find((each) => each.field === field);
  if (!change || compared.kind === 'wrong') return sent[field];
  if (change.from === null) return change.to;
  return (
    <>
      <del className={classes.from}>{change.from || '(sem nome)'}</del>
      <span className="visually-hidden"> passa a ser </span>
      <span aria-hidden> → </span>
      <ins className={classes.to}>{change.to}</ins>
    </>
  );
}
