import { Anchor, Group } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { PageTitle } from './help-link.tsx';

type Props = ComponentProps<typeof PageTitle> & {
  /** The page that led here. */
  back: { to: NonNullable<LinkProps['to']>; label: string };
  /** Beside the title. */
  tools?: ReactNode;
};

/** The head of a page below another one. */
export function PageHead({ back, tools, ...title }: Props) {
  return (
    <>
      <Anchor component={Link} to={back.to} size="sm">
        {back.label}
      </Anchor>
      <Group gap="6px 20px" mb="sm">
        <PageTitle {...title} />
        {tools}
      </Group>
    </>
  );
}
