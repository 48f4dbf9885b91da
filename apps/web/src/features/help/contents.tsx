import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../navigation/paths.ts';
import type { Guide, Section } from './guide.ts';
import classes from './help-page.module.css';

type Props = { guides: readonly Guide[]; sheet: Section | undefined };

/** The titles of the sections, closed at first where they stand above the text. */
export function Contents({ guides, sheet }: Props) {
  const [beside] = useState(() => window.matchMedia('(min-width: 62em)').matches);
  return (
    <nav aria-label="Assuntos" className={classes.contents}>
      <details open={beside}>
        <summary>Assuntos</summary>
        {guides.map(({ title, sections }) => (
          <div key={title}>
            <ReaderLine>{title}</ReaderLine>
            <ul>
              {sections.map((section) => (
                <Line key={section.id} section={section} />
              ))}
              {/* The sheet is the sellers'. */}
              {sheet && title === guides[0]?.title && <Line section={sheet} />}
            </ul>
          </div>
        ))}
      </details>
    </nav>
  );
}

const Line = ({ section: { id, title } }: { section: Section }) => (
  <li>
    <Link to={paths.help} hash={id} activeOptions={{ includeHash: true }}>
      {title}
    </Link>
  </li>
);

/** For whom the sections are, above them. */
export const ReaderLine = ({ children }: { children: string }) => (
  <Text c="dimmed" fz="xs" fw={650} lts="0.03em" mb={8}>
    {children}
  </Text>
);
