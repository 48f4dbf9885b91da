import { guides, pictures, sheet } from 'virtual:manual';
import { Anchor, Box, Button, CloseButton, Group, Text, TextInput, Title } from '@mantine/core';
import { IconPrinter, IconSchool } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { createElement, Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { paths } from '../../navigation/paths.ts';
import { printWith } from '../../ui/paper/print.ts';
import { findHelp, textOf, wordsOf } from './find-help.ts';
import type { Guide, Piece, Section } from './guide.ts';
import classes from './help-page.module.css';

const wordsOfSection = new Map(
  guides
    .flatMap(({ sections }) => sections)
    .map((section) => [
      section,
      wordsOf(`${section.title} ${section.also} ${textOf(section.pieces)}`),
    ]),
);

/** The manual, as far as it is for the person who reads it. */
export function HelpPage() {
  const admin = useSession()?.user.admin === true;
  const hash = useLocation({ select: ({ hash }) => hash });
  const [text, setText] = useState('');
  const [printed, setPrinted] = useState<'sheet'>();
  const field = useRef<HTMLInputElement>(null);
  const readers = guides.filter((guide) => admin || guide.for === 'all');
  const all = readers.flatMap(({ sections }) => sections);
  const matching = new Set(findHelp(all, text, (section) => wordsOfSection.get(section) ?? ''));
  const count = matching.size;
  const found = readers
    .map((guide) => ({ ...guide, sections: guide.sections.filter((each) => matching.has(each)) }))
    .filter(({ sections }) => sections.length > 0);

  const sought = useRef('');
  useEffect(() => {
    // It may not be among those that were found.
    sought.current = hash;
    if (hash) setText('');
  }, [hash]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading may come with either
  useEffect(() => {
    const heading = document.getElementById(sought.current);
    if (!heading || text) return;
    sought.current = '';
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  }, [hash, text]);

  const printSheet = () => {
    // On phones print() returns before the paper is made.
    window.addEventListener('afterprint', () => setPrinted(undefined), { once: true });
    printWith(() => setPrinted('sheet'));
  };
  const showAll = () => {
    setText('');
    field.current?.focus();
  };

  return (
    <div className={classes.page} data-help data-printed={printed}>
      <Group gap="6px 20px" className="screen-only">
        <Title order={1} size="h3" tabIndex={-1} flex={1}>
          AJUDA
        </Title>
        {/* In a window of its own, where no order of the seller is. */}
        <Button
          variant="default"
          component="a"
          href={paths.practice}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconSchool size={18} aria-hidden />}
        >
          Treinar a venda
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={printSheet}
        >
          Imprimir a folha do balcão
        </Button>
      </Group>
      <search aria-label="Procurar na ajuda" className="screen-only">
        <TextInput
          ref={field}
          aria-label="Procurar na ajuda"
          placeholder="O que você quer fazer?"
          autoComplete="off"
          maxLength={80}
          my={14}
          maw="30rem"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rightSection={text && <CloseButton aria-label="Limpar busca" onClick={showAll} />}
        />
        <p role="status" className="visually-hidden">
          {text && `Encontrados: ${count}`}
        </p>
      </search>
      <div className={classes.columns}>
        <Contents guides={found} sheet={text ? undefined : sheet} />
        <article className={classes.text}>
          {count === 0 && (
            <Box ta="center">
              <p>
                <strong>Nada encontrado para “{text}”</strong>
              </p>
              <p>Procure por outra palavra, ou por uma parte dela.</p>
              <Button variant="default" onClick={showAll}>
                Mostrar tudo
              </Button>
            </Box>
          )}
          {found.map(({ title, sections }) => (
            <section key={title} className={classes.guide} aria-label={title}>
              <ReaderLine>{title}</ReaderLine>
              {sections.map((section) => (
                <section key={section.id}>
                  <h2 id={section.id} tabIndex={-1}>
                    {section.title}
                  </h2>
                  <Shown pieces={section.pieces} />
                </section>
              ))}
            </section>
          ))}
          {(!text || printed) && (
            <section className={classes.sheet}>
              <h2 id={sheet.id} tabIndex={-1}>
                {sheet.title}
              </h2>
              <div className={classes.halves}>
                <Shown pieces={sheet.pieces} />
              </div>
            </section>
          )}
        </article>
      </div>
    </div>
  );
}

type ContentsProps = { guides: readonly Guide[]; sheet: Section | undefined };

/** The titles of the sections, closed at first where they stand above the text. */
function Contents({ guides, sheet }: ContentsProps) {
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
const ReaderLine = ({ children }: { children: string }) => (
  <Text c="dimmed" fz="xs" fw={650} lts="0.03em" mb={8}>
    {children}
  </Text>
);

/** The pieces as elements. */
function Shown({ pieces }: { pieces: readonly Piece[] }) {
  return createElement(Fragment, null, ...pieces.map(nodeOf));
}

function nodeOf(piece: Piece): ReactNode {
  if (typeof piece === 'string') return piece;
  const [tag, attributes, ...inside] = piece;
  if (tag === 'img') {
    const picture = pictures[attributes.src ?? ''];
    return picture && <img {...picture} alt={attributes.alt} loading="lazy" />;
  }
  const nodes = inside.map(nodeOf);
  if (tag === 'a') {
    return createElement(
      Anchor<typeof Link>,
      {
        ...{ component: Link, to: paths.help, hash: attributes.hash ?? '' },
        ...{ activeOptions: { includeHash: true }, inherit: true, underline: 'always' as const },
      },
      ...nodes,
    );
  }
  return createElement(tag, null, ...nodes);
}
