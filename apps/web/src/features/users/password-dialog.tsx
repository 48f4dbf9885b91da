import { PROVISIONAL_HOURS } from '@balcao/contract/accounts/provisional-password.ts';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { copyFrom } from '../../ui/fields/copy-from.ts';
import { Say } from '../../ui/messages/say.tsx';
import { Modal } from '../../ui/modal.tsx';

export type IssuedPassword = { name: string; login: string; password: string };

type Props = { issued: IssuedPassword; onClose: () => void };

/** Shows a provisional password, once: only its own button closes the dialog. */
export function PasswordDialog({ issued, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [copyMessage, setCopyMessage] = useState('');

  const copy = async () => {
    if (!field.current) return;
    const copied = await copyFrom(field.current);
    setCopyMessage(copied ? 'Senha copiada.' : 'A senha está selecionada: copie com Ctrl+C.');
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title="Senha provisória"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text>
        Entregue a <b>{issued.name}</b> esta senha, para entrar com o login <b>{issued.login}</b>.
        Ela <b>vale {PROVISIONAL_HOURS} horas</b> e não será mostrada de novo.
      </Text>
      <Group align="end" gap="xs" mt="md" wrap="nowrap">
        <TextInput
          ref={field}
          label="Senha"
          readOnly
          value={issued.password}
          flex={1}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          data-autofocus
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          Copiar
        </Button>
      </Group>
      <Say rank="fact" place="field" lines={1} mt={4}>
        {copyMessage}
      </Say>
      <Group justify="flex-end" mt="sm">
        <Button onClick={onClose}>Fechar</Button>
      </Group>
    </Modal>
  );
}
