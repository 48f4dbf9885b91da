import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { AuditEntry } from '@balcao/contract/audit.ts';
import type { AnswerOf } from '@balcao/contract/endpoint-types.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Anchor } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../navigation/paths.ts';
import classes from './notices.module.css';
import { PEOPLE_LIMIT } from './people-limit.ts';

function Notice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className={classes.notice}>
      {children}
    </section>
  );
}

type Backup = AnswerOf<Endpoints['readHealth']>['backup'];

/** To administrators: the server has made no backup for more than a day, or its last one failed. */
export function BackupNotice({ state, last }: Backup) {
  // A failed backup may be a folder that can't be read: what is in it is then not known.
  const none = state !== 'failed' && 'Não há nenhum desta loja.';
  const newest = last ? `O mais novo é de ${formatMoment(new Date(last))}.` : none;
  return (
    <Notice label="Backup">
      {state === 'failed' ? 'O último backup falhou.' : 'O backup diário está atrasado.'} {newest}{' '}
      Avise quem cuida do servidor: o comando doctor diz o motivo e o que fazer.
    </Notice>
  );
}

/** To administrators: a seller has met more people than one serves in an hour, without their CPFs. */
export function PeopleNotice({ actor_name, at }: Pick<AuditEntry, 'actor_name' | 'at'>) {
  return (
    <Notice label="Consultas">
      <span>
        {actor_name} chegou ao limite de pessoas consultadas sem CPF em uma hora, em{' '}
        {formatMoment(new Date(at))}.{' '}
        <Anchor
          inherit
          fw={600}
          underline="always"
          renderRoot={(props) => (
            <Link {...props} to={paths.audit} search={{ kind: PEOPLE_LIMIT }} />
          )}
        >
          Ver na auditoria
        </Anchor>
      </span>
    </Notice>
  );
}

/** To administrators: nobody has said yet whose shop this is. */
export function ExampleNotice() {
  return (
    <Notice label="Escola de exemplo">
      <span>
        Recibos e fechamentos mostram uma escola de exemplo.{' '}
        <Anchor component={Link} to={paths.settings} inherit fw={600} underline="always">
          Preencher os dados da sua
        </Anchor>
      </span>
    </Notice>
  );
}

/** The server had an error, which its log has under this reference. */
export function Failure({ reference, onClose }: { reference: string; onClose: () => void }) {
  return (
    <>
      <span>
        Erro no servidor. Referência para o suporte: <strong>{reference}</strong>
      </span>
      <button type="button" className={classes.close} onClick={onClose}>
        Fechar
      </button>
    </>
  );
}

/** The user has to choose a password of their own. */
export function PasswordNotice() {
  return (
    <Notice label="Aviso">
      <IconKey size={18} aria-hidden />
      <span>
        Sua senha é provisória.{' '}
        <Anchor component={Link} to={paths.profile} inherit fw={600} underline="always">
          Alterar a senha
        </Anchor>
      </span>
    </Notice>
  );
}

/** To administrators: the settings name a method of payment that is gone. */
export function PixNotice({ method }: { method: string | undefined }) {
  return (
    <Notice label="Dados da loja">
      O PDV não mostra o QR code do Pix: não há a forma de pagamento “{method}”. Escolha outra em
      Configurações.
    </Notice>
  );
}
