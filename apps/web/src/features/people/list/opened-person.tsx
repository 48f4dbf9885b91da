import { Loader } from '@mantine/core';
import { useCode } from '../../../api/use-code.ts';
import { useFocusBack } from '../../../ui/fields/focus.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { Modal } from '../../../ui/modal.tsx';
import type { PersonDialogProps } from '../dialog/person-dialog.tsx';
import { wordsOf } from '../people-words.ts';

export const loadDialogs = () => import('../dialog/person-dialog.tsx');

/** The dialog of one person. Its code is loaded with its first use. */
export function OpenedPerson(props: PersonDialogProps) {
  useFocusBack();
  const code = useCode('person-dialog', loadDialogs);
  if (code.data) return <code.data.PersonDialog {...props} />;
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={wordsOf[props.kind].edit}
      size="lg"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      <LoadNotice query={code} failed="O cadastro não pôde ser aberto." />
      {code.isPending && <Loader aria-label="Carregando" />}
    </Modal>
  );
}
