import type { AuditEntry } from '@balcao/contract/audit.ts';
import type { AnswerOf } from '@balcao/contract/endpoint-types.ts';
import type { Endpoints } from '@balcao/contract/endpoints.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import classes from '../shell.module.css';
import { PEOPLE_LIMIT } from './people-limit.ts';

type Backup = AnswerOf<Endpoints['readHealth']>['backup'];

/** To administrators: the server has made no backup for more than a day, or its last one failed. */
export function BackupNotice({ state, last }: Backup) {
  // A failed backup may be a folder that can't be read: what is in it is then not known.
  const none = state !== 'failed' && 'Não há nenhum desta loja.';
  const newest = last ? `O mais novo é de ${formatMoment(new Date(last))}.` : none;
  return (
    <section aria-label="Backup" className={classes.notice}>
      <div className={classes.inner}>
        {state === 'failed' ? 'O último backup falhou.' : 'O backup diário está atrasado.'} {newest}{' '}
        Avise quem cuida do servidor: o comando doctor diz o motivo e o que fazer.
      </div>
    </section>
  );
}

/** To administrators: a seller has met more people than one serves in an hour, without their CPFs. */
export function PeopleNotice({ actor_name, at }: Pick<AuditEntry, 'actor_name' | 'at'>) {
  return (
    <section aria-label="Consultas" className={classes.notice}>
      <div className={classes.inner}>
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
      </div>
    </section>
  );
}

/** To administrators: nobody has said yet whose shop this is. */
export function ExampleNotice() {
  return (
    <section aria-label="Escola de exemplo" className={classes.notice}>
      <div className={classes.inner}>
        <span>
          Recibos e fechamentos mostram uma escola de exemplo.{' '}
          <Anchor component={Link} to={paths.settings} inherit fw={600} underline="always">
            Preencher os dados da sua
          </Anchor>
        </span>
      </div>
    </section>
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
