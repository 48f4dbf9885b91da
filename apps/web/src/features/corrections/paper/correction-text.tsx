import type { Institution } from '@balcao/contract/institution.ts';
import { Schools, Signatures } from '../../../ui/paper/paper-foot.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import type { CorrectionPaper } from './correction-paper.ts';
import classes from './correction-text.module.css';

type Props = { paper: CorrectionPaper; institution: Institution };

/** What the paper of a return, exchange or correction says: on its own page, or after an exchange's receipt. */
export function CorrectionText({ paper, institution }: Props) {
  return (
    <>
      <PaperHead institution={institution} title={paper.title}>
        Nº {paper.number}
        {paper.reprinted && (
          <>
            {' · '}
            <b>2ª via</b>, impressa em {paper.reprinted}
          </>
        )}
      </PaperHead>
      <dl className={classes.about}>
        {paper.about.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {paper.items.length > 0 && (
        <table className={classes.items} aria-label="Itens devolvidos">
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Qtd.</th>
              <th scope="col">Valor</th>
            </tr>
          </thead>
          <tbody>
            {paper.items.map(({ name, quantity, total }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a correction never changes
              <tr key={index}>
                <td>{name}</td>
                <td>{quantity}</td>
                <td>{total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className={classes.sums}>
        {paper.total && (
          <div data-total>
            <dt>Total do que voltou</dt>
            <dd>{paper.total}</dd>
          </div>
        )}
        {paper.sums.map(([label, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a correction never changes
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.details}>{paper.details.join(' · ')}</p>
      <p className={classes.place}>{[institution.city, paper.day].filter(Boolean).join(', ')}</p>
      <Signatures of={paper.signatures} />
      <p className={classes.details}>Não é documento fiscal</p>
      <Schools institution={institution} />
    </>
  );
}
