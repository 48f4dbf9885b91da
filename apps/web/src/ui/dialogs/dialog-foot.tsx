import { Group, type GroupProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** The buttons of a dialog. They stay at its foot while the rest scrolls (dialogs.css). */
export function DialogFoot(props: GroupProps & { children: ReactNode }) {
  return <Group justify="flex-end" gap="xs" {...props} className="dialog-foot" />;
}
