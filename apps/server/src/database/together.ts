import { isUnavailable } from './unavailable.ts';

/**
 * Makes one question of those that are asked in the same turn of the event loop, at most `most` of them:
 * under load that is nearly every one, and a statement about eight costs far less than eight statements.
 * `askAll` answers one for each, in their order. No group waits for another's answer, so that a connection
 * that hangs holds up only those that share it.
 *
 * An error may be of one alone: unless the database is away, each is asked again by itself and has its own
 * answer or error, after `onSplit` was told why. So what is asked has to be safe to ask twice.
 */
export function together<Asked, Answer>(
  askAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  { most, onSplit }: { most: number; onSplit: (error: unknown) => void },
): (asked: Asked) => Promise<Answer> {
  type Group = { asked: Asked[]; answers: Promise<readonly Answer[]> };
  let gathering: Group | undefined;

  function gather(): Group {
    const asked: Asked[] = [];
    const answers = new Promise(setImmediate).then(() => {
      if (gathering?.asked === asked) gathering = undefined;
      return askAll(asked);
    });
    answers.catch((error) => {
      if (isOfOne(asked, error)) onSplit(error);
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
      if (!isOfOne(group.asked, error)) throw error;
      return (await askAll([asked]))[0] as Answer;
    }
    return answers[place] as Answer;
  };
}

function isOfOne(asked: readonly unknown[], error: unknown): boolean {
  return asked.length > 1 && !isUnavailable(error);
}
