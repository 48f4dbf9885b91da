import type { PaperChoice, ShownInstitution } from '@balcao/contract/shop/institution.ts';
import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { institutionQuery } from '../institution/institution.queries.ts';
import { SectionForm } from './section-form.tsx';
import { editPaper } from './settings.queries.ts';
import { useSection } from './use-section.ts';

const PAPERS: readonly { value: PaperChoice['paper']; label: string }[] = [
  { value: 'a4', label: 'Papel A4' },
  { value: '80', label: 'Rolo de 80 mm' },
  { value: '58', label: 'Rolo de 58 mm' },
  { value: 'ask', label: 'Perguntar a cada vez' },
];

/** The paper of receipts and slips. */
export function PaperSection({ institution }: { institution: ShownInstitution }) {
  const queries = useQueryClient();
  const { section, input, change, field } = useSection<PaperChoice>({
    form: 'settings:paper',
    saved: { paper: institution.paper },
    save: async (typed) => {
      const { paper } = await editPaper({ paper: institution.paper, ...typed });
      queries.setQueryData(institutionQuery.queryKey, (before) => before && { ...before, paper });
    },
  });
  return (
    <SectionForm title="Papel" section={section}>
      <NativeSelect
        {...field('paper')}
        label="Papel de recibos e comprovantes"
        description="Vale em cada computador que ainda não escolheu o seu na página de impressão."
        data={PAPERS}
        value={input.paper}
        onChange={(event) => change({ paper: event.currentTarget.value as PaperChoice['paper'] })}
      />
    </SectionForm>
  );
}
