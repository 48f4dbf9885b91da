import type { Session } from '@balcao/contract/accounts/auth.ts';
import { formatDay, formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { pixQuery } from '../../features/institution/institution.queries.ts';
import { useInstitution } from '../../features/institution/use-institution.ts';
import { paths } from '../../navigation/paths.ts';
import { timeNow } from '../../storage/server-clock.ts';
import { Say } from '../../ui/messages/say.tsx';
import classes from './notices.module.css';

const ASK_EVERY_MS = 10 * 60_000;
const PEOPLE_LIMIT = 'people.limit_reached';
/** As long as the notice about it stays. */
const DAY_MS = 24 * 60 * 60_000;

/** What the user has to do or to know, over every page of the shell. */
export function ShellNotices({ user }: { user: Session['user'] }) {
  return (
    <>
      {user.must_change_password && (
        <Notice label="Aviso">
          Sua senha é provisória. <Way to={paths.profile}>Alterar a senha</Way>
        </Notice>
      )}
      {user.admin && <AdminNotices />}
    </>
  );
}

function AdminNotices() {
  const institution = useInstitution();
  const { data: pix } = useQuery(pixQuery);
  return (
    <>
      {pix?.unknown_method && (
        <Notice label="Dados da loja">
          O PDV não mostra o QR code do Pix: não há a forma de pagamento “{pix.pix?.method}”.
          Escolha outra em Configurações.
        </Notice>
      )}
      {institution?.example && !institution.sample && (
        <Notice label="Escola de exemplo">
          Recibos e fechamentos mostram uma escola de exemplo.{' '}
          <Way to={paths.settings}>Preencher os dados da sua</Way>
        </Notice>
      )}
      <HealthNotices />
      <PeopleNotice />
    </>
  );
}

/** What the server's health says that somebody has to do: backups, the certificate, the daily examination. */
function HealthNotices() {
  const { data: health } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call('readHealth', { signal }),
    staleTime: ASK_EVERY_MS,
    refetchInterval: ASK_EVERY_MS,
  });
  const { backup, certificate, doctor } = health ?? {};
  return (
    <>
      {(backup?.state === 'late' || backup?.state === 'failed') && (
        <Notice label="Backup">{backupInWords(backup)}</Notice>
      )}
      {certificate?.until && certificate.state !== 'ok' && (
        <Notice label="Certificado">
          {certificateInWords(certificate.state, formatDay(new Date(certificate.until)))} Avise quem
          cuida do servidor.
        </Notice>
      )}
      {doctor === 'problem' && (
        <Notice label="Exame do servidor">
          O exame diário do servidor achou um problema. Avise quem cuida dele: o comando doctor diz
          qual, e o que fazer.
        </Notice>
      )}
    </>
  );
}

function certificateInWords(state: string, until: string): string {
  if (state === 'unfit') {
    return 'O certificado deste endereço não vale para ele, ou ainda não vale, e com ele nenhum computador abre a loja.';
  }
  const ends = state === 'ended' ? 'acabou' : 'acaba';
  return `O certificado deste endereço ${ends} em ${until}, e sem ele nenhum computador abre a loja.`;
}

function backupInWords({ state, last }: { state: string; last: string | null }): string {
  // A failed backup may be a folder that can't be read: what is in it is then not known.
  const none = state === 'failed' ? '' : 'Não há nenhum desta loja.';
  const newest = last ? `O mais novo é de ${formatMoment(new Date(last))}.` : none;
  const what = state === 'failed' ? 'O último backup falhou.' : 'O backup diário está atrasado.';
  const who = 'Avise quem cuida do servidor: o comando doctor diz o motivo e o que fazer.';
  return [what, newest, who].filter(Boolean).join(' ');
}

/** A seller has met more people than one serves in an hour, without their CPFs. */
function PeopleNotice() {
  const { data: newest } = useQuery({
    queryKey: ['people-limit'],
    queryFn: async ({ signal }) => {
      const query = { kind: PEOPLE_LIMIT, page_size: 1 } as const;
      const { results } = await call('listAudit', { query, signal });
      const [entry] = results;
      return entry && timeNow().getTime() - Date.parse(entry.at) < DAY_MS ? entry : null;
    },
    staleTime: ASK_EVERY_MS,
    refetchInterval: ASK_EVERY_MS,
  });
  if (!newest) return null;
  return (
    <Notice label="Consultas">
      {newest.actor_name} chegou ao limite de pessoas consultadas sem CPF em uma hora, em{' '}
      {formatMoment(new Date(newest.at))}.{' '}
      <Way to={paths.audit} search={{ kind: PEOPLE_LIMIT }}>
        Ver na auditoria
      </Way>
    </Notice>
  );
}

export function Notice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <Say rank="look" quiet className={classes.notice}>
        {children}
      </Say>
    </section>
  );
}

type WayProps = {
  to: typeof paths.profile | typeof paths.settings | typeof paths.audit | typeof paths.keptSales;
  search?: { kind?: string } | { open: boolean };
  children: string;
};

export const Way = ({ to, search = {}, children }: WayProps) => (
  <Anchor
    inherit
    fw={600}
    underline="always"
    renderRoot={(props) => <Link {...props} to={to} search={search} />}
  >
    {children}
  </Anchor>
);
