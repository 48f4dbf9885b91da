import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { Modal } from '../../../ui/modal.tsx';
import { StatementForm } from '../dialog/statement-form.tsx';

/** The statements of a class's students, on one paper. */
export function ClassStatements({ ofClass }: { ofClass: string }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Extratos da turma
      </Button>
      {open && (
        <Modal opened onClose={close} title={`Extratos da turma ${ofClass}`} size="lg">
          <StatementForm of={{ kind: 'student', class: ofClass }} onCancel={close} />
        </Modal>
      )}
    </>
  );
}
