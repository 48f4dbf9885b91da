import type { Settings } from '@balcao/contract/shop/settings.ts';
import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { SectionForm } from './section-form.tsx';
import { editForSessions } from './settings.queries.ts';
import { useSection } from './use-section.ts';

/** Whether administrators need a second factor. */
export function FactorSection({ settings }: { settings: Settings }) {
  const queries = useQueryClient();
  const { section, input, change } = useSection<{ required: boolean }>({
    form: 'settings:factor',
    saved: { required: settings.require_second_factor },
    // An administrator without a factor learns at once that it is their turn.
    save: ({ required }) =>
      editForSessions(queries, required === undefined ? {} : { require_second_factor: required }),
  });
  return (
    <SectionForm title="Segundo fator" section={section}>
      <Checkbox
        label="Exigir de todos os administradores"
        description="Além da senha, um código do celular a cada entrada e a cada autorização no PDV. Quem ainda não tem, você também, é levado a Perfil para ligar o seu, e até lá não faz mais nada. Vendedores entram como sempre."
        checked={input.required}
        onChange={(event) => change({ required: event.currentTarget.checked })}
      />
    </SectionForm>
  );
}
