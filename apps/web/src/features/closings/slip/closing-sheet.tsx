import type { Institution } from '@balcao/contract/institution.ts';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import classes from './closing-sheet.module.css';
import type { ClosingSlip } from './closing-text.ts';

type Props = { slip: ClosingSlip; institution: Institution };

export function ClosingSheet({ slip, institution }: Props) {
  return (
    <>
      <PaperHead institution={institution} title="FECHAMENTO">
        {slip.today}
      </PaperHead>
      {slip.notes.length > 0 && (
        <ul className={classes.notes}>
          {slip.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {slip.seller && (
        <p className={classes.seller}>
          Vendedor: <b>{slip.seller}</b>
        </p>
      )}
      {slip.total && (
        <p className={classes.total}>
          <span>Total vendido</span> <b>{slip.total}</b>
        </p>
      )}
      <table className={classes.methods} aria-label="Formas de pagamento">
        <tbody>
          {slip.methods.map(({ name, amount }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {slip.counted && <p className={classes.counted}>{slip.counted}</p>}
    </>
  );
}
