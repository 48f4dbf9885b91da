import type { Institution } from '@balcao/contract/shop/institution.ts';
import classes from '../../../ui/paper/paper.module.css';
import { PlaceAndDay, Schools, Signatures } from '../../../ui/paper/paper-foot.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { type Column, Facts, PaperTable, Sums, Total } from '../../../ui/paper/paper-table.tsx';
import { StoredPaper } from '../../institution/letterhead.tsx';
import { type CorrectionPaper, correctionPaperOf } from './correction-paper.ts';

const NO_CORRECTION = [
  'Nenhum comprovante para mostrar',
  'Abra o comprovante a partir da venda, em Vendas ou Meus recibos.',
] as const;

/** The paper of the return, exchange or correction that was stored for this tab. */
export function CorrectionPaperPage() {
  return (
    <StoredPaper read={correctionPaperOf} nothing={NO_CORRECTION}>
      {(paper, institution) => (
        <PaperPage title={`Comprovante ${paper.number}`}>
          <CorrectionText paper={paper} institution={institution} />
        </PaperPage>
      )}
    </StoredPaper>
  );
}

const COLUMNS: readonly Column[] = [
  { title: 'Item' },
  { title: 'Qtd.', figures: true },
  { title: 'Valor', figures: true },
];

type Props = { paper: CorrectionPaper; institution: Institution };

/** What the paper of a return, exchange or correction says: on its own page, or after an exchange's receipt. */
export function CorrectionText({ paper, institution }: Props) {
  const { items, total, sums } = paper;
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
      <Facts of={paper.about} />
      {items.length > 0 && (
        <PaperTable
          label="Itens devolvidos"
          columns={COLUMNS}
          rows={items.map(({ name, quantity, total }) => ({ cells: [name, quantity, total] }))}
        />
      )}
      {total && <Total of={['Total do que voltou', total]} />}
      {sums.length > 0 && <Sums label="Pagamentos" of={sums} />}
      <p className={classes.small}>{paper.details.join(' · ')}</p>
      <PlaceAndDay institution={institution} day={paper.day} />
      <Signatures of={paper.signatures} />
      <p className={classes.small}>Não é documento fiscal</p>
      <Schools institution={institution} />
    </>
  );
}
