import type { PaperChoice, ShownInstitution } from '@balcao/contract/shop/institution.ts';
import type { Settings } from '@balcao/contract/shop/settings.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { institutionQuery } from '../institution/institution.queries.ts';
import { SectionForm, useSection } from './section.tsx';
import { editForSessions, editPaper } from './settings.queries.ts';

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
    <SectionForm id="papel" title="Papel" section={section}>
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

const MOST_MINUTES = 480;

/** When a screen that nobody uses is covered. */
export function LockSection({ settings }: { settings: Settings }) {
  const queries = useQueryClient();
  const { section, input, change, field } = useSection<{ minutes: string }>({
    form: 'settings:lock',
    saved: { minutes: `${settings.idle_lock_minutes || ''}` },
    // Empty is 0.
    save: ({ minutes }) =>
      editForSessions(
        queries,
        settings,
        minutes === undefined ? {} : { idle_lock_minutes: Number(minutes) },
      ),
  });
  return (
    <SectionForm id="bloqueio" title="Bloqueio da tela" section={section}>
      <TextInput
        {...field('idle_lock_minutes')}
        label="Minutos sem uso até bloquear"
        description="Sem tecla, mouse, toque ou leitura neste tempo, a tela é coberta até que se digite a senha. O que estava digitado continua lá. Vazio ou 0: nunca. Nos outros computadores vale em até 15 minutos."
        type="number"
        min={0}
        max={MOST_MINUTES}
        step={1}
        value={input.minutes}
        onChange={(event) => change({ minutes: event.currentTarget.value })}
      />
    </SectionForm>
  );
}

/** Whether administrators need a second factor. */
export function FactorSection({ settings }: { settings: Settings }) {
  const queries = useQueryClient();
  const { section, input, change } = useSection<{ required: boolean }>({
    form: 'settings:factor',
    saved: { required: settings.require_second_factor },
    // An administrator without a factor learns at once that it is their turn.
    save: ({ required }) =>
      editForSessions(
        queries,
        settings,
        required === undefined ? {} : { require_second_factor: required },
      ),
  });
  return (
    <SectionForm id="segundo-fator" title="Segundo fator" section={section}>
      <Checkbox
        label="Exigir de todos os administradores"
        description="Além da senha, um código do celular a cada entrada e a cada autorização no PDV. Quem ainda não tem, você também, é levado a Perfil para ligar o seu, e até lá não faz mais nada. Vendedores entram como sempre."
        checked={input.required}
        onChange={(event) => change({ required: event.currentTarget.checked })}
      />
    </SectionForm>
  );
}
