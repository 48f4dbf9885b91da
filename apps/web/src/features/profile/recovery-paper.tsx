import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { createPortal } from 'react-dom';
import { timeNow } from '../../storage/server-clock.ts';
import { PaperHead } from '../../ui/paper/paper-head.tsx';
import { useInstitution } from '../institution/use-institution.ts';
import classes from './second-factor.module.css';

type Props = { name: string; codes: readonly string[] };

/**
 * The recovery codes on the shop's paper. It is printed from this page in place of it: the codes are stored
 * nowhere, and so no other tab can show them.
 */
export function RecoveryPaper({ name, codes }: Props) {
  const institution = useInstitution();
  if (!institution) return null;
  return createPortal(
    <div className={classes.paper} data-numbered-pages aria-hidden>
      <PaperHead institution={institution} title="CÓDIGOS DE RECUPERAÇÃO">
        {name}
        <br />
        Emissão: {formatMoment(timeNow())}
      </PaperHead>
      <p>
        Sem o aplicativo do celular, cada código deixa entrar no Balcão uma vez, junto com a senha.
        Risque os que usar. Guarde este papel longe do celular, e não o mostre a ninguém.
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>,
    document.body,
  );
}
