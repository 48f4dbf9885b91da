import { MOST_STATEMENTS } from '@balcao/contract/fields/list-limits.ts';
import type { Statement } from '@balcao/contract/people/people.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { counted } from '../../../ui/counts.ts';
import { type Address, type Days, day, text } from '../../../ui/lists/filter.ts';
import { NothingToPrint, PaperOnItsWay } from '../../../ui/paper/nothing-to-print.tsx';
import { PrintPage } from '../../../ui/paper/print-page.tsx';
import { Letterhead } from '../../institution/letterhead.tsx';
import { callsOf, type Kind, PEOPLE_KEY, readStudentStatements } from '../people.queries.ts';
import { shownName } from '../people-words.ts';
import { StatementSheet } from './statement-sheet.tsx';

/** The purchases of a client or a student in a period, or of each student of a class, on A4. */
export function StatementPage() {
  const address = statementAbout(useSearch({ strict: false }));
  if (address) return <StatementOf address={address} />;
  return (
    <NothingToPrint title="Nenhum extrato para mostrar">
      Abra o extrato pelo cadastro, em Clientes ou Alunos.
    </NothingToPrint>
  );
}

function StatementOf({ address }: { address: StatementAbout }) {
  const [read, setRead] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: [...PEOPLE_KEY, 'statements', address],
    queryFn: ({ signal }) => readStatements(address, setRead, signal),
    // A paper shows one moment.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { failure: 'The statement could not be loaded' },
  });
  if (!data) {
    return (
      <>
        <PaperOnItsWay trouble={error !== null && reasonOf(error)} onRetry={() => void refetch()} />
        {read > 0 && !error && <Text ta="center">{read} alunos lidos…</Text>}
      </>
    );
  }
  const ofClass = 'class' in address ? address.class : undefined;
  const kind = 'kind' in address ? address.kind : 'student';
  const shown = ofClass === undefined ? data : data.filter(hasMovements);
  if (shown.length === 0) {
    return (
      <NothingToPrint title="Nenhum extrato para mostrar">
        {`Nenhum aluno da turma ${ofClass} tem compras neste período.`}
      </NothingToPrint>
    );
  }
  const [first] = shown as [Statement];
  return (
    <Letterhead>
      {(institution) => (
        <PrintPage
          title={`Extrato ${ofClass === undefined ? shownName(first.person) : `turma ${ofClass}`}`}
          tools={ofClass !== undefined && <Text>{countOf(shown.length, data.length)}</Text>}
        >
          {shown.map((statement) => (
            <StatementSheet
              key={statement.person.id}
              kind={kind}
              period={address}
              statement={statement}
              institution={institution}
            />
          ))}
        </PrintPage>
      )}
    </Letterhead>
  );
}

const hasMovements = ({ sales, corrections }: Statement) => sales.length + corrections.length > 0;

/** Those without purchases have no page. */
function countOf(shown: number, all: number): string {
  const rest = all - shown;
  const without = counted(rest, 'aluno sem compras ficou', 'alunos sem compras ficaram');
  return `${shown} de ${all} alunos${rest > 0 ? `; ${without} de fora` : ''}`;
}

const STUDENTS_A_READ = 1_000;

/** One after the other, so that the counters' sales wait for none; by name, as the list is. */
async function readStatements(
  address: StatementAbout,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<Statement[]> {
  const { startDate, endDate } = address;
  const period = { startDate, endDate };
  if (!('class' in address)) {
    return [await callsOf[address.kind].statement(address.id, period, signal)];
  }
  const ids: number[] = [];
  for (let page = 1, all = 1; ids.length < all; page++) {
    const slice = { search: '', page, page_size: STUDENTS_A_READ, class: address.class };
    const { results, count } = await callsOf.student.list(slice, signal);
    if (results.length === 0) break;
    ids.push(...results.map(({ id }) => id));
    all = count;
  }
  const statements: Statement[] = [];
  for (let from = 0; from < ids.length; from += MOST_STATEMENTS) {
    const some = ids.slice(from, from + MOST_STATEMENTS);
    statements.push(...(await readStudentStatements(some, period, signal)));
    onRead(statements.length);
  }
  return statements;
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

type StatementAbout = Days & ({ kind: Kind; id: number } | { class: string });

/**
 * Reads an address that anyone may have typed; undefined unless it names a person, or a class of students, and a
 * period that exists.
 */
function statementAbout(address: Address): StatementAbout | undefined {
  const [startDate, endDate] = [day.read(address.startDate), day.read(address.endDate)];
  const id = Number(address.id);
  const { kind } = address;
  const isKind = kind === 'client' || kind === 'student';
  if (!isKind || !startDate || endDate < startDate) return undefined;
  const ofClass = text().read(address.class);
  if (kind === 'student' && ofClass !== '') return { class: ofClass, startDate, endDate };
  return Number.isInteger(id) && id > 0 ? { kind, id, startDate, endDate } : undefined;
}
