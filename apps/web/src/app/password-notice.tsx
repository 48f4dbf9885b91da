import { Anchor } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../navigation/paths.ts';
import classes from './shell.module.css';

/** Shown on every page until a provisional password has been changed. */
export function PasswordNotice() {
  return (
    <section aria-label="Aviso" className={classes.notice}>
      <div className={classes.inner}>
        <IconKey size={18} aria-hidden />
        <span>
          Sua senha é provisória.{' '}
          <Anchor component={Link} to={paths.profile} inherit fw={600} underline="always">
            Alterar a senha
          </Anchor>
        </span>
      </div>
    </section>
  );
}
