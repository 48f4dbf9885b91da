import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { whole } from '../../../ui/counts.ts';
import { classesQuery } from '../people.queries.ts';

type Props = {
  /** '' for all. */
  value: string;
  onChange: (ofClass: string) => void;
};

/** Nothing until the roll has brought classes. */
export function ClassFilter({ value, onChange }: Props) {
  const { data = [] } = useQuery(classesQuery);
  if (data.length === 0 && value === '') return null;
  const known = data.map((each) => ({
    value: each.class,
    label: `${each.class} (${whole(each.students)})`,
  }));
  const isKnown = value === '' || data.some((each) => each.class === value);
  return (
    <Select
      aria-label="Turma"
      placeholder="Todas as turmas"
      w="12rem"
      data={isKnown ? known : [...known, { value, label: value }]}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      searchable
      clearable
      nothingFoundMessage="Nenhuma turma"
    />
  );
}
