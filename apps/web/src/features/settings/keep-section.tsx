import type { Settings } from '@balcao/contract/shop/settings.ts';
import { businessDayOf, formatMoment, formatTime } from '@balcao/domain/dates/business-day.ts';
import { Anchor, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { today } from '../../storage/server-clock.ts';
import { counted } from '../../ui/counts.ts';
import { Say } from '../../ui/messages/say.tsx';
import { waitingKeptQuery } from '../kept-sales/kept-sales.queries.ts';
import { SectionForm, useSection } from './section.tsx';
import { editForSessions, settingsQuery } from './settings.queries.ts';

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
          {whenOf(new Date(received_at))}.
        </Say>
      ))}
      {(settings.keep_sales || (data?.count ?? 0) > 0) && (
        <Anchor inherit component={Link} to={paths.keptSales}>
          {data && data.count > 0
            ? `Ver as ${counted(data.count, 'venda guardada que espera', 'vendas guardadas que esperam')}`
            : 'Ver as vendas guardadas'}
        </Anchor>
      )}
    </SectionForm>
  );
}

const whenOf = (at: Date) =>
  businessDayOf(at) === today() ? `às ${formatTime(at)}` : `em ${formatMoment(at)}`;
