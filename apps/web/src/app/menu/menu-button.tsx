import type { Session } from '@balcao/contract/accounts/auth.ts';
import { Avatar, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconUser } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import classes from './menu.module.css';

type User = Session['user'];

/** The specification shows the picture only if the record has a field spelt `imagen`. */
function pictureOf(user: User & { imagen?: unknown }): string | null {
  return user.imagen ? user.image : null;
}

export function MenuButton({ user, ...props }: { user: User } & ComponentProps<'button'>) {
  return (
    <UnstyledButton {...props} className={classes.button} aria-label="Menu do usuário">
      <Avatar src={pictureOf(user)} size={34} color="petrol" alt="">
        <IconUser size={20} aria-hidden />
      </Avatar>
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  );
}
