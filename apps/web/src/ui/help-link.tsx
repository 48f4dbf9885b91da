import { Group, type GroupProps, Title } from '@mantine/core';
import { paths } from '../navigation/paths.ts';

type Help = {
  /** The anchor of a section of docs/manual; manual.test.ts finds these. */
  help: string;
  /** The subject of the section. */
  about: string;
};

/** Opens the manual in a tab of its own: what is typed here stays. */
export function HelpLink({ help, about }: Help) {
  const name = `Ajuda: ${about}`;
  return (
    <a
      className="help-link"
      href={`${paths.help}#${help}`}
      target="_blank"
      aria-label={name}
      title={name}
      rel="noopener"
    >
      ?
    </a>
  );
}

type Props = Omit<GroupProps, 'id' | 'children'> & {
  help: string;
  /** The id of the heading. */
  id?: string;
  about?: string;
  children: string;
};

/** The heading of a page, with the help about it. */
export function PageTitle({ help, id, about, children, ...place }: Props) {
  return (
    <Group gap={10} wrap="nowrap" flex={1} {...place}>
      <Title order={1} size="h3" id={id} tabIndex={-1}>
        {children}
      </Title>
      <HelpLink help={help} about={about ?? children} />
    </Group>
  );
}
