import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { refusalCode } from '../../../api/errors.ts';
import { removeUnsaved, UserIdContext } from '../../../storage/unsaved-input.ts';
import { takeFocus, useFocusBack } from '../../../ui/fields/focus.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { ResultBar } from '../../../ui/messages/result-bar.tsx';
import { useChange } from '../../../ui/messages/use-change.ts';
import { Modal } from '../../../ui/modal.tsx';
import { callsOf, type Kind, PEOPLE_KEY } from '../people.queries.ts';
import { wordsOf } from '../people-words.ts';
import { LinkedPeople } from './linked-people.tsx';
import { MergeForm } from './merge-form.tsx';
import { MergedRecords } from './merged-records.tsx';
import type { PartProps } from './part.ts';
import { PersonForm } from './person-form.tsx';
import { PrivacyForm } from './privacy-form.tsx';
import { StatementForm } from './statement-form.tsx';

export type PersonDialogProps = {
  kind: Kind;
  id: number;
  /** Opens the record that stays after a merge. */
  onOpen: (id: number) => Promise<void>;
  onClose: () => void;
};

/** `sought` is the number with which the other record is looked for. */
type View = { name: 'record' | 'privacy' } | { name: 'merge'; sought: string };

const RECORD: View = { name: 'record' };

/** Everything an administrator does with the record of one client or student. */
export function PersonDialog({ kind, id, onOpen, onClose }: PersonDialogProps) {
  useFocusBack();
  const words = wordsOf[kind];
  const [view, setView] = useState<View>(RECORD);
  const user = useContext(UserIdContext);
  const change = useChange({ reloads: PEOPLE_KEY });
  const query = useQuery({
    queryKey: [...PEOPLE_KEY, kind, 'one', id],
    queryFn: ({ signal }) => callsOf[kind].read(id, signal),
    gcTime: 0,
    meta: { failure: 'The record could not be loaded' },
  });
  const person = query.data;
  const isGone = refusalCode(query.error) === 'not_found';
  const parts = person && {
    kind,
    person,
    change,
    forgetTyped: (typedOf: number) => removeUnsaved(user, `${kind}:${typedOf}`),
    onBack: () => setView(RECORD),
  };
  const title =
    view.name === 'merge'
      ? 'Unir cadastros'
      : view.name === 'privacy'
        ? 'Exportar ou anonimizar (LGPD)'
        : words.edit;
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} title={title} size="lg">
      {query.isPending && <Loader aria-label="Carregando" />}
      {isGone ? (
        <Text role="alert">Este cadastro não existe ou foi unido a outro.</Text>
      ) : (
        <LoadNotice query={query} failed="O cadastro não pôde ser carregado." />
      )}
      {change.outcome && <ResultBar outcome={change.outcome} onEnd={change.endMessage} />}
      {parts && view.name === 'merge' && (
        <MergeForm key={id} {...parts} sought={view.sought} onMerged={onOpen} />
      )}
      {parts && view.name === 'privacy' && <PrivacyForm key={id} {...parts} />}
      {parts && view.name === 'record' && (
        <Stack gap="md" mt="xs">
          <Record {...parts} onTaken={(sought) => setView({ name: 'merge', sought })} />
          <Group gap="xs" justify="flex-end">
            {!parts.person.anonymised && (
              <>
                <Button variant="default" onClick={() => setView({ name: 'merge', sought: '' })}>
                  Unir com outro cadastro
                </Button>
                <Button variant="default" onClick={() => setView({ name: 'privacy' })}>
                  Exportar ou anonimizar
                </Button>
              </>
            )}
            <Button
              variant="default"
              onClick={onClose}
              ref={person?.anonymised ? takeFocus : undefined}
            >
              Fechar
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Record(props: PartProps & { onTaken: (number: string) => void }) {
  const { person } = props;
  return (
    <>
      {person.anonymised ? (
        <Text>
          <b>{person.name}</b>: nome e número foram trocados por um pseudônimo. As vendas ficaram.
        </Text>
      ) : (
        <>
          <PersonForm key={person.id} {...props} />
          <LinkedPeople {...props} />
          <MergedRecords {...props} />
        </>
      )}
      <StatementForm kind={props.kind} id={person.id} />
    </>
  );
}
