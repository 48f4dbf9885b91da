import { Loader } from '@mantine/core';
import { useServerTrouble } from '../api/use-server-status.ts';
import classes from './shell.module.css';

const WORDS = {
  unreachable: 'Sem conexão com o servidor.',
  unavailable: 'O banco de dados está fora do ar.',
};

/** Lies over the page, so that nothing moves while the server is away. */
export function ServerStatusNotice() {
  const trouble = useServerTrouble();
  return (
    <div aria-live="polite" className={classes.serverStatus}>
      {trouble && (
        <div role="status" className={classes.trouble}>
          <Loader size="xs" color="gray.7" aria-hidden />
          <span>
            <strong>{WORDS[trouble]}</strong> Tentando de novo… O que você digitou continua aqui.
          </span>
        </div>
      )}
    </div>
  );
}
