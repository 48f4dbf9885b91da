import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { paths } from '../../../navigation/paths.ts';
import { isOverPage } from '../../open-dialogs.ts';
import classes from './bar.module.css';

/** Closes the tab of a paper, or leads back from a paper without one. Esc does the same. */
export function LeaveButton({ onBack }: { onBack: (() => void) | undefined }) {
  const navigate = useNavigate();
  const leave = () => {
    if (onBack) return onBack();
    window.close();
    // A tab that no page of ours has opened stays open.
    if (!window.closed) void navigate({ to: paths.home });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // It closes the list of a select, too, and not the paper.
    if (event.key !== 'Escape' || event.target instanceof HTMLSelectElement) return;
    if (!isOverPage()) leave();
  });
  useEffect(() => {
    // First, while a menu that this press closes is still there.
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
  return (
    // The key stands outside the button, whose name it would be part of.
    <span className={classes.leave}>
      <Button variant="subtle" color="gray" onClick={leave} aria-keyshortcuts="Escape">
        {onBack ? 'Voltar' : 'Fechar'}
      </Button>
    </span>
  );
}
