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
  type Group = { asked: Asked[]; answers: Promise<readonly (Answer | Promise<Answer>)[]> };
  let gathering: Group | undefined;

  const askAlone = async (asked: Asked) => (await askAll([asked]))[0] as Answer;

  async function askTogether(asked: readonly Asked[]): Group['answers'] {
    await new Promise(setImmediate);
    if (gathering?.asked === asked) gathering = undefined;
    try {
      return await askAll(asked);
    } catch (error) {
      if (asked.length === 1 || isUnavailable(error)) throw error;
      onSplit(error);
      return asked.map(askAlone);
    }
  }

  return async (asked) => {
    if (!gathering || gathering.asked.length === most) {
      const group: Asked[] = [];
      gathering = { asked: group, answers: askTogether(group) };
    }
    const { answers } = gathering;
    const place = gathering.asked.push(asked) - 1;
    return (await answers)[place] as Answer | Promise<Answer>;
  };
}
