import type { Said } from '../messages/outcome.ts';

/** Everything that a list and its dialog say. */
export type ListWords = {
  title: string;
  search: string;
  add: string;
  /** Of a list that has nothing yet. */
  empty: string;
  newTitle: string;
  editTitle: string;
  create: Said;
  edit: Said;
  remove: Said & { askInList: string; askInDialog: string };
};
