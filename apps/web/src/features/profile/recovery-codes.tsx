import { Button, Group, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSession } from '../../api/session.ts';
import { copyFrom } from '../../ui/fields/copy-from.ts';
import { headingIfFocusIsLost } from '../../ui/fields/focus.ts';
import { Say } from '../../ui/messages/say.tsx';
import { PrintButton, PrintedPage } from '../institution/printed.tsx';
import classes from './second-factor.module.css';

type Props = { codes: readonly string[]; onKept: () => void };

const LEAVE = 'Os códigos de recuperação não serão mostrados de novo. Sair sem guardá-los?';

/** Shows the recovery codes once; leaving without its button needs a confirmation. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const name = useSession()?.user.name ?? '';
  const text = useRef<HTMLTextAreaElement>(null);
  const [message, setMessage] = useState('');
  useEffect(() => headingIfFocusIsLost, []);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== current.pathname && !window.confirm(LEAVE),
    enableBeforeUnload: true,
  });
  const copy = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (!text.current) return;
    const copied = await copyFrom(text.current);
    currentTarget.focus();
    setMessage(copied ? 'Códigos copiados.' : 'Anote-os: este navegador não deixa copiar.');
  };
  return (
    <>
      <RecoveryPaper name={name} codes={codes} />
      <Say rank="fact" place="page" fw={600}>
        O segundo fator está ligado, e as suas outras sessões terminaram.
      </Say>
      <Text my="xs">
        Guarde estes códigos fora do celular, em papel por exemplo. Sem o aplicativo, cada um deixa
        entrar uma vez. Eles não serão mostrados de novo.
      </Text>
      <ul className={classes.codes} aria-label="Códigos de recuperação">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {/* Browsers copy from a field only. */}
      <textarea
        ref={text}
        readOnly
        tabIndex={-1}
        aria-hidden
        value={codes.join('\n')}
        style={{ position: 'fixed', top: 0, left: '-9999px' }}
      />
      <Say rank="fact" place="field" lines={1} mt={4}>
        {message}
      </Say>
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={(event) => void copy(event)}
        >
          Copiar
        </Button>
        <PrintButton />
        <Button onClick={onKept}>Guardei os códigos</Button>
      </Group>
    </>
  );
}

/**
 * The recovery codes on the shop's paper. It is printed in place of this page: the codes are stored
 * nowhere, and so no other tab can show them.
 */
function RecoveryPaper({ name, codes }: { name: string; codes: readonly string[] }) {
  return createPortal(
    <div className={classes.paper} aria-hidden>
      <PrintedPage heading="CÓDIGOS DE RECUPERAÇÃO" about={[name]}>
        <p>
          Sem o aplicativo do celular, cada código deixa entrar no Balcão uma vez, junto com a
          senha. Risque os que usar. Guarde este papel longe do celular, e não o mostre a ninguém.
        </p>
        <ul>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </PrintedPage>
    </div>,
    document.body,
  );
}
