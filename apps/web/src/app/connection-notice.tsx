import { Loader } from '@mantine/core';
import { useTrouble } from '../api/use-connection.ts';
import classes from './shell.module.css';

const WORDS = {
  unreachable: 'Sem conexão com o servidor.',
  unavailable: 'O banco de dados está fora do ar.',
};

/** Says that the server is away, over what is on the page rather than in its way, until it is back. */
export function ConnectionNotice() {
  const trouble = useTrouble();
  return (
    <div aria-live="polite" className={classes.connection}>
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
