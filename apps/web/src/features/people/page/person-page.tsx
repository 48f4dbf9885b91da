import type { PersonDetails } from '@balcao/contract/people/people.ts';
import { formatDay } from '@balcao/domain/dates/business-day.ts';
import { Anchor, Button, Flex, Group, Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useContext, useState } from 'react';
import { refusalCode } from '../../../api/errors.ts';
import { removeUnsaved, UserIdContext } from '../../../storage/unsaved-input.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { ResultBar } from '../../../ui/messages/timed.tsx';
import { useChange } from '../../../ui/messages/use-change.ts';
import { Modal } from '../../../ui/modal.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { LinkedPeople } from '../dialog/linked-people.tsx';
import { MergeForm } from '../dialog/merge-form.tsx';
import { MergedRecords } from '../dialog/merged-records.tsx';
import type { PartProps } from '../dialog/part.ts';
import { PersonForm } from '../dialog/person-form.tsx';
import { PrivacyForm } from '../dialog/privacy-form.tsx';
import { StatementForm } from '../dialog/statement-form.tsx';
import { callsOf, type Kind, PEOPLE_KEY } from '../people.queries.ts';
import { pathsOf, shownName, shownNumber, wordsOf } from '../people-words.ts';
import classes from './person-page.module.css';
import { Purchases } from './purchases.tsx';

export const ClientPage = () => <PersonPage kind="client" />;
export const StudentPage = () => <PersonPage kind="student" />;

function PersonPage({ kind }: { kind: Kind }) {
  const { id } = useParams({ strict: false }) as { id: string };
  return <PersonRecord key={id} kind={kind} id={Number(id)} />;
}

/** What a dialog is open for; `sought` is the number, and `other` the record, that it is to be merged with. */
type Open = { name: 'privacy' } | { name: 'merge'; sought?: string; other?: number };

/** All about one client or student, and everything that an administrator does with the record. */
function PersonRecord({ kind, id }: { kind: Kind; id: number }) {
  const words = wordsOf[kind];
  const navigate = useNavigate();
  const user = useContext(UserIdContext);
  const [open, setOpen] = useState<Open>();
  const change = useChange({ reloads: PEOPLE_KEY });
  const query = useQuery({
    queryKey: [...PEOPLE_KEY, kind, 'one', id],
    queryFn: ({ signal }) => callsOf[kind].read(id, signal),
    gcTime: 0,
    meta: { failure: 'The record could not be loaded' },
  });
  const person = query.data;
  const close = () => setOpen(undefined);
  const parts: PartProps | undefined = person && {
    kind,
    person,
    change,
    forgetTyped: (typedOf) => removeUnsaved(user, `${kind}:${typedOf}`),
    onBack: close,
  };
  const toRecord = async (kept: number) => {
    if (kept !== id) {
      const to = pathsOf[kind].one;
      await navigate({ to, params: { id: `${kept}` }, replace: true });
    }
  };
  const result = change.outcome && <ResultBar outcome={change.outcome} onEnd={change.endMessage} />;
  return (
    <Screen
      title={person ? shownName(person) : words.all}
      help="clientes-e-alunos"
      about={words.all}
      back={{ to: pathsOf[kind].all, label: words.all }}
      tools={
        parts &&
        !parts.person.anonymised && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setOpen({ name: 'merge' })}>
              Unir com outro cadastro
            </Button>
            <Button variant="default" onClick={() => setOpen({ name: 'privacy' })}>
              Exportar ou anonimizar
            </Button>
          </Group>
        )
      }
    >
      {refusalCode(query.error) === 'not_found' ? (
        <Say rank="refusal">Este cadastro não existe ou foi unido a outro.</Say>
      ) : (
        <LoadNotice query={query} failed="O cadastro não pôde ser carregado." />
      )}
      {!open && result}
      {query.isPending && <Skeleton height={240} mt="md" />}
      {parts && (
        <>
          <Text c="dimmed" mt={4}>
            {lineOf(kind, parts.person)}
          </Text>
          <Alike
            kind={kind}
            person={parts.person}
            onMerge={(other) => setOpen({ name: 'merge', other })}
          />
          <Flex className={classes.columns}>
            <Paper withBorder p="md" className={classes.record}>
              {parts.person.anonymised ? (
                <Text>Nome e número foram trocados por um pseudônimo. As vendas ficaram.</Text>
              ) : (
                <>
                  <PersonForm
                    key={person?.id}
                    {...parts}
                    onTaken={(sought) => setOpen({ name: 'merge', sought })}
                  />
                  <LinkedPeople {...parts} />
                  <MergedRecords {...parts} />
                </>
              )}
              <StatementForm of={{ kind, id: `${id}` }} />
            </Paper>
            <div className={classes.purchases}>
              <Purchases kind={kind} id={id} />
            </div>
          </Flex>
          {open && (
            <Modal
              opened
              onClose={close}
              closeOnClickOutside={false}
              title={open.name === 'merge' ? 'Unir cadastros' : 'Exportar ou anonimizar (LGPD)'}
              size="lg"
            >
              {result}
              {open.name === 'privacy' ? (
                <PrivacyForm {...parts} />
              ) : (
                <MergeForm
                  {...parts}
                  sought={open.sought ?? ''}
                  other={open.other}
                  onMerged={toRecord}
                />
              )}
            </Modal>
          )}
        </>
      )}
    </Screen>
  );
}

const lineOf = (kind: Kind, person: PersonDetails) =>
  [
    `${wordsOf[kind].number} ${shownNumber(kind, person.number)}`,
    person.class && `Turma ${person.class}`,
    `desde ${formatDay(new Date(person.created_at))}`,
  ]
    .filter(Boolean)
    .join(' · ');

type AlikeProps = { kind: Kind; person: PersonDetails; onMerge: (other: number) => void };

/** Records that may be of the same person. */
function Alike({ kind, person, onMerge }: AlikeProps) {
  if (person.alike.length === 0) return null;
  return (
    <section aria-label="Cadastros parecidos" className={classes.alike}>
      <Text fw={600}>Pode ser a mesma pessoa: nome parecido, e o número quase igual.</Text>
      <ul>
        {person.alike.map((other) => (
          <li key={other.id}>
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link {...props} to={pathsOf[kind].one} params={{ id: `${other.id}` }} />
              )}
            >
              {shownName(other)}
            </Anchor>{' '}
            · {shownNumber(kind, other.number)}
            <Button size="compact-sm" variant="default" onClick={() => onMerge(other.id)}>
              Unir
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
