import type { PaperChoice, ShownInstitution } from '@balcao/contract/shop/institution.ts';
import type { Settings } from '@balcao/contract/shop/settings.ts';
import { recordedMoment } from '@balcao/domain/dates/recorded.ts';
import { Anchor, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { counted } from '../../ui/counts.ts';
import { Say } from '../../ui/messages/say.tsx';
import { institutionQuery } from '../institution/institution.queries.ts';
import { waitingKeptQuery } from '../kept-sales/kept-sales.queries.ts';
import { SectionForm, useSection } from './section.tsx';
import { editForSessions, editPaper, settingsQuery } from './settings.queries.ts';

const PAPERS: readonly { value: PaperChoice['paper']; label: string }[] = [
  { value: 'a4', label: 'Papel A4' },
  { value: '80', label: 'Rolo de 80 mm' },
  { value: '58', label: 'Rolo de 58 mm' },
  { value: 'ask', label: 'Perguntar a cada vez' },
];

/** The paper of receipts and slips. */
export function PaperSection({ institution }: { institution: ShownInstitution }) {
  const section = useSection({
    form: 'settings:paper',
    saved: { paper: institution.paper },
    queryKey: institutionQuery.queryKey,
    save: async (input) => {
      const { paper } = await editPaper(input);
      return (before: ShownInstitution | undefined) => before && { ...before, paper };
    },
  });
  return (
    <SectionForm id="papel" title="Papel" section={section}>
      <NativeSelect
        {...section.fields.input('paper')}
        label="Papel de recibos e comprovantes"
        description="Vale em cada computador que ainda não escolheu o seu na página de impressão."
        data={PAPERS}
      />
    </SectionForm>
  );
}

const MOST_MINUTES = 480;

/** When a screen that nobody uses is covered. */
export function LockSection({ settings }: { settings: Settings }) {
  const section = useSection({
    form: 'settings:lock',
    saved: { idle_lock_minutes: `${settings.idle_lock_minutes || ''}` },
    queryKey: settingsQuery.queryKey,
    // Empty is 0.
    save: (input) =>
      editForSessions(settings, { idle_lock_minutes: Number(input.idle_lock_minutes) }),
  });
  return (
    <SectionForm id="bloqueio" title="Bloqueio da tela" section={section}>
      <TextInput
        {...section.fields.input('idle_lock_minutes')}
        label="Minutos sem uso até bloquear"
        description="Sem tecla, mouse, toque ou leitura neste tempo, a tela é coberta até que se digite a senha. O que estava digitado continua lá. Vazio ou 0: nunca. Nos outros computadores vale em até 15 minutos."
        type="number"
        min={0}
        max={MOST_MINUTES}
        step={1}
      />
    </SectionForm>
  );
}

/** Whether administrators need a second factor. */
export function FactorSection({ settings }: { settings: Settings }) {
  const section = useSection({
    form: 'settings:factor',
    saved: { require_second_factor: settings.require_second_factor },
    queryKey: settingsQuery.queryKey,
    // An administrator without a factor learns at once that it is their turn.
    save: (input) => editForSessions(settings, input),
  });
  return (
    <SectionForm id="segundo-fator" title="Segundo fator" section={section}>
      <Checkbox
        {...section.fields.checkbox('require_second_factor')}
        label="Exigir de todos os administradores"
        description="Além da senha, um código do celular a cada entrada e a cada autorização no PDV. Quem ainda não tem, você também, é levado a Perfil para ligar o seu, e até lá não faz mais nada. Vendedores entram como sempre."
      />
    </SectionForm>
  );
}

/** Whether counters go on while the server does not answer, and which computers still have what they kept. */
export function KeepSection({ settings }: { settings: Settings }) {
  const section = useSection({
    form: 'settings:keep',
    saved: { keep_sales: settings.keep_sales },
    queryKey: settingsQuery.queryKey,
    save: (input) => editForSessions(settings, input),
  });
  const { data } = useQuery({ ...waitingKeptQuery, staleTime: 0 });
  const devices = data?.devices ?? [];
  return (
    <SectionForm id="sem-servidor" title="Vender sem o servidor" section={section}>
      <Checkbox
        {...section.fields.checkbox('keep_sales')}
        label="Guardar a venda no computador quando o servidor não responde"
        description="O PDV pergunta, segue, e a registra sozinho quando o servidor volta. O que chegou tarde ou mudou nesse tempo fica em Vendas guardadas, para um administrador ver depois. Nos outros computadores vale em até 15 minutos."
      />
      {devices.map(({ device, seller, waiting, received_at }) => (
        <Say key={device} rank="look" quiet>
          Um computador de {seller} tinha {counted(waiting, 'venda guardada', 'vendas guardadas')}{' '}
          em {recordedMoment(received_at)}.
        </Say>
      ))}
      {(settings.keep_sales || (data?.count ?? 0) > 0) && (
        <Anchor inherit component={Link} to={paths.keptSales}>
          Ver as vendas guardadas
        </Anchor>
      )}
    </SectionForm>
  );
}
