import { isUnavailable, wasRolledBack } from './unavailable.ts';

/**
 * Makes one question of those that are asked in the same turn of the event loop, at most `most` of them:
 * under load that is nearly every one, and a statement about ten costs little more than a statement about
 * one. `askAll` answers one for each, in their order. None waits for another's answer, so that a connection
 * that hangs holds up only those that share it; and when one is to blame for an error, each is asked again
 * alone, so that it spoils nothing for the others. `askAll` must have done nothing when it throws.
 */
export function together<Asked, Answer>(
  askAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  most: number,
): (asked: Asked) => Promise<Answer> {
  type Group = { asked: Asked[]; answers: Promise<readonly Answer[]> };
  let gathering: Group | undefined;

  function gather(): Group {
    const asked: Asked[] = [];
    const answers = new Promise(setImmediate).then(() => {
      if (gathering?.asked === asked) gathering = undefined;
      return askAll(asked);
    });
    return { asked, answers };
  }

  return async (asked) => {
    if (!gathering || gathering.asked.length === most) gathering = gather();
    const group = gathering;
    const place = group.asked.push(asked) - 1;
    let answers: readonly Answer[];
    try {
      answers = await group.answers;
    } catch (error) {
      const isOfOne = group.asked.length > 1 && !isUnavailable(error) && !wasRolledBack(error);
      if (!isOfOne) throw error;
      return (await askAll([asked]))[0] as Answer;
    }
    return answers[place] as Answer;
  };
}
