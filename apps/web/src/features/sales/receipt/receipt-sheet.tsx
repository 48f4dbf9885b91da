import type { Institution } from '@balcao/contract/institution.ts';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import classes from './receipt-sheet.module.css';
import type { Receipt } from './receipt-text.ts';

type Props = { receipt: Receipt; institution: Institution };

export function ReceiptSheet({ receipt, institution }: Props) {
  return (
    <>
      <PaperHead institution={institution} title="RECIBO">
        Nº {receipt.number}
      </PaperHead>

      <p className={classes.text}>
        Recebemos de <b>{receipt.client}</b>
        {receipt.cpf && (
          <>
            , inscrito(a) no CPF sob o nº <b className={classes.whole}>{receipt.cpf}</b>
          </>
        )}
        , a importância de <b>{receipt.amount}</b>, referente a {receipt.products}
        {receipt.payments && <>, pago por {receipt.payments}</>}, estando assim quitado.
      </p>
      <p className={classes.place}>
        {institution.city}, {receipt.day}
      </p>
      <p className={classes.signature}>Assinatura</p>

      <ul className={classes.schools}>
        {institution.institutions.map((school) => (
          <li key={school.name}>
            <b>{school.name}</b>
            <span>CNPJ {school.cnpj}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
