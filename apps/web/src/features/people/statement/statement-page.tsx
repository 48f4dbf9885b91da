import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { NothingToPrint, PaperOnItsWay } from '../../../ui/paper/nothing-to-print.tsx';
import { Letterhead } from '../../institution/letterhead.tsx';
import { callsOf, PEOPLE_KEY } from '../people.queries.ts';
import { readStatementSearch, type StatementAddress } from './statement-address.ts';
import { StatementSheet } from './statement-sheet.tsx';

/** The purchases of a client or a student in a period, on A4. */
export function StatementPage() {
  const address = readStatementSearch(useSearch({ strict: false }));
  if (isWhole(address)) return <StatementOf address={address} />;
  return (
    <NothingToPrint title="Nenhum extrato para mostrar">
      Abra o extrato pelo cadastro, em Clientes ou Alunos.
    </NothingToPrint>
  );
}

const isWhole = (address: Partial<StatementAddress>): address is StatementAddress =>
  address.id !== undefined;

function StatementOf({ address }: { address: StatementAddress }) {
  const { kind, id, startDate, endDate } = address;
  const { data, error, refetch } = useQuery({
    queryKey: [...PEOPLE_KEY, kind, 'statement', id, startDate, endDate],
    queryFn: ({ signal }) => callsOf[kind].statement(id, { startDate, endDate }, signal),
    // A paper shows one moment.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { failure: 'The statement could not be loaded' },
  });
  if (data) {
    return (
      <Letterhead>
        {(institution) => (
          <StatementSheet address={address} statement={data} institution={institution} />
        )}
      </Letterhead>
    );
  }
  return (
    <PaperOnItsWay trouble={error !== null && reasonOf(error)} onRetry={() => void refetch()} />
  );
}

/** The refusals that a person can do something about. */
function reasonOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'statement_too_long') {
    return 'Há vendas demais neste período. Abra o extrato de um período menor.';
  }
  if (code === 'not_found') return 'Este cadastro não existe ou foi unido a outro.';
  return 'O extrato não pôde ser carregado.';
}
