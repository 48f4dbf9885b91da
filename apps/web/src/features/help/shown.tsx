import { pictures } from 'virtual:manual';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createElement, Fragment, type ReactNode } from 'react';
import { paths } from '../../navigation/paths.ts';
import type { Piece } from './guide.ts';

/** The pieces as elements. */
export function Shown({ pieces }: { pieces: readonly Piece[] }) {
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
