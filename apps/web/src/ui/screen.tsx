import { Anchor, Group, type GroupProps } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { createContext, type ReactNode, useId } from 'react';
import { PageTitle } from './help-link.tsx';

/** The id of the page's heading, which names its list. */
export const HeadingContext = createContext('');

type Props = Pick<GroupProps, 'mb' | 'gap' | 'className'> & {
  title: string;
  /** The section of the manual. */
  help: string;
  /** Its subject, if that is not the title. */
  about?: string;
  /** The page that led here. */
  back?: { to: NonNullable<LinkProps['to']>; label: string };
  /** Beside the title. */
  tools?: ReactNode;
  /** What is printed in place of the page. */
  paper?: ReactNode;
  children: ReactNode;
};

/** A page: where it came from, its heading with the help, its tools, and its content. */
export function Screen({ title, help, about, back, tools, paper, children, ...head }: Props) {
  const id = useId();
  const shown = (
    <>
      {back && (
        <Anchor component={Link} to={back.to} size="sm">
          {back.label}
        </Anchor>
      )}
      <Group gap="6px 20px" mb={back || paper !== undefined ? 'sm' : 0} {...head}>
        <PageTitle help={help} id={id} {...(about !== undefined && { about })}>
          {title}
        </PageTitle>
        {tools}
      </Group>
      {children}
    </>
  );
  return (
    <HeadingContext value={id}>
      {paper}
      {paper === undefined ? shown : <div className="screen-only">{shown}</div>}
    </HeadingContext>
  );
}
