import type { Institution } from '@balcao/contract/institution.ts';
import { type BusinessDay, formatDay } from '@balcao/domain/business-day.ts';
import type { ReportRequest } from './report-request.ts';
import classes from './report-sheet.module.css';

type Props = { request: ReportRequest; institution: Institution };

export function ReportHead({ request, institution }: Props) {
  const [from, to] = [request.startDate, request.endDate].map((day) =>
    formatDay(day as BusinessDay),
  );
  const filter = filterOf(request);
  return (
    <header className={classes.head}>
      <div>
        <p>Emissão: {formatDay(new Date())}</p>
        <h1>Fechamento do Caixa</h1>
        <p>{institution.graduation_unit}</p>
        <p>
          Período: {from} a {to}
        </p>
        {filter && <p>Somente {filter}</p>}
      </div>
      <img src={institution.institutions[0].logo} alt="" />
    </header>
  );
}

/** What keeps sales out of the report must be said on it. */
function filterOf({ search, productsSelected }: ReportRequest): string {
  const { length } = productsSelected;
  return [
    ...(search ? [`vendedores com “${search}” no nome`] : []),
    ...(length === 1 ? ['vendas com o produto do filtro'] : []),
    ...(length > 1 ? [`vendas com algum dos ${length} produtos do filtro`] : []),
  ].join(' e ');
}
