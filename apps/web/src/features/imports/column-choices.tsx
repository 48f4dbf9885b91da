import { NativeSelect } from '@mantine/core';
import classes from './imports.module.css';
import type { Columns } from './match-columns.ts';
import type { Field } from './targets.ts';

type Props = {
  fields: readonly Field[];
  headings: readonly string[];
  columns: Columns;
  isSaving: boolean;
  /** A row of the file, to tell columns without a heading by. */
  sample?: readonly string[] | undefined;
  onChange: (columns: Columns) => void;
};

/** Which column of the file each field is read from. */
export function ColumnChoices({
  fields,
  headings,
  columns,
  isSaving,
  sample = [],
  onChange,
}: Props) {
  const choices = headings.map((heading, index) => ({
    value: `${index}`,
    label: heading.trim() || [`Coluna ${index + 1}`, sample[index]].filter(Boolean).join(': '),
  }));
  return (
    <fieldset className={classes.columns} disabled={isSaving}>
      <legend>Colunas do arquivo</legend>
      {fields.map(({ field, label, required }) => (
        <NativeSelect
          key={field}
          label={label}
          value={columns[field] ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const { [field]: _, ...others } = columns;
            onChange(value === '' ? others : { ...others, [field]: Number(value) });
          }}
          data={[{ value: '', label: required ? 'Escolha' : '(nenhuma)' }, ...choices]}
        />
      ))}
    </fieldset>
  );
}
