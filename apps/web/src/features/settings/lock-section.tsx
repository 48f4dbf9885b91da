import type { Settings } from '@balcao/contract/shop/settings.ts';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { SectionForm } from './section-form.tsx';
import { editForSessions } from './settings.queries.ts';
import { useSection } from './use-section.ts';

const MOST_MINUTES = 480;

/** When a screen that nobody uses is covered. */
export function LockSection({ settings }: { settings: Settings }) {
  const queries = useQueryClient();
  const { section, input, change, field } = useSection<{ minutes: string }>({
    form: 'settings:lock',
    saved: { minutes: `${settings.idle_lock_minutes || ''}` },
    // Empty is 0.
    save: ({ minutes }) =>
      editForSessions(queries, minutes === undefined ? {} : { idle_lock_minutes: Number(minutes) }),
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
