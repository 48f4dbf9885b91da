import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { headingIfFocusIsLost } from '../fields/focus.ts';
import classes from './list-page.module.css';
import type { ListWords } from './list-words.ts';

type EmptyProps = { words: ListWords; search: string; onClear: () => void };

/** Says what to do next: nothing was found, or there is nothing yet. */
export function EmptyList({ words, search, onClear }: EmptyProps) {
  return search ? (
    <div className={classes.state}>
      <p className={classes.stateTitle}>Nada encontrado para “{search}”</p>
      <p>Confira o que foi digitado ou procure por uma parte.</p>
      <Button variant="default" onClick={onClear}>
        Mostrar todos
      </Button>
    </div>
  ) : (
    <div className={classes.state}>
      <p className={classes.stateTitle}>{words.empty}</p>
      <p>Use “{words.add}” para cadastrar o primeiro.</p>
    </div>
  );
}

/** Asking again takes its button away. */
export function FailedList({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  useEffect(() => headingIfFocusIsLost, []);
  return (
    <div className={classes.state}>
      <div role="alert">
        <p className={classes.stateTitle}>A lista não pôde ser carregada</p>
        <p>Verifique a conexão com o servidor.</p>
      </div>
      <Button variant="default" onClick={onRetry} loading={retrying}>
        Tentar de novo
      </Button>
    </div>
  );
}
