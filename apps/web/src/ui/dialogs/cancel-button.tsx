import { Button, type ButtonProps } from '@mantine/core';

type Props = ButtonProps & { onClick: () => void; children?: string | undefined };

/** Gives up what a dialog is about: red as the specification says, and quieter than the one filled button. */
export function CancelButton({ children = 'Cancelar', ...props }: Props) {
  const look =
    children === 'Cancelar' ? { variant: 'light', color: 'red' } : { variant: 'default' };
  return (
    <Button {...look} {...props}>
      {children}
    </Button>
  );
}
