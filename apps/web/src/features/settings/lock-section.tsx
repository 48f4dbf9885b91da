import type { Settings } from '@balcao/contract/settings.ts';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { newerAccess } from '../../api/renewal.ts';
import { readSession } from '../../api/session.ts';
import { SectionForm } from './section-form.tsx';
import { editSettings, settingsQuery } from './settings.queries.ts';
import { useSection } from './use-section.ts';

const MOST_MINUTES = 480;

/** When a screen that nobody uses is covered. */
export function LockSection({ settings }: { settings: Settings }) {
  const queries = useQueryClient();
  const { section, input, change, field } = useSection<{ minutes: string }>({
    form: 'settings:lock',
    saved: { minutes: `${settings.idle_lock_minutes || ''}` },
    save: async ({ minutes }) => {
      const now = await queries.fetchQuery(settingsQuery);
      // Empty is 0.
      const body = { ...now, ...(minutes !== undefined && { idle_lock_minutes: Number(minutes) }) };
      queries.setQueryData(settingsQuery.queryKey, await editSettings(body));
      // Browsers learn it with their access, this one at once. It is saved even if that fails.
      const session = readSession();
      if (session) await newerAccess(session).catch(console.warn);
    },
  });
  return (
    <SectionForm title="Bloqueio da tela" section={section}>
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
