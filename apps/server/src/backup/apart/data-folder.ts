import { type Examination, readExamination } from '../../program/examination.ts';
import { type Failure, readFailureNote } from '../failure-note.ts';
import { type Room, roomOf } from '../room.ts';

export type SeenData = {
  examination: Examination;
  failure: Failure | undefined;
  room: Room | undefined;
};

/** What the server asks of its data folder again and again, besides the database. */
export async function seeDataFolder(dataDir: string): Promise<SeenData> {
  return {
    examination: await readExamination(dataDir),
    failure: await readFailureNote(dataDir),
    room: await roomOf(dataDir),
  };
}
