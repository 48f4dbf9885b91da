import type { PersonDetails } from '@balcao/contract/people/people.ts';
import type { useChange } from '../../../ui/messages/use-change.ts';
import type { Kind } from '../people.queries.ts';

/** The props of every part of the dialog. */
export type PartProps = {
  kind: Kind;
  person: PersonDetails;
  change: ReturnType<typeof useChange>;
  /** Forgets what was typed about a record that is no more. */
  forgetTyped: (id: number) => void;
  onBack: () => void;
};
