import type { Approval } from '@balcao/contract/accounts/approvals.ts';
import { useState } from 'react';
import { failureWords, refusalCode } from '../../api/errors.ts';
import { useSession } from '../../api/session.ts';
import { ApprovalDialog, type Wanted } from './approval-dialog.tsx';

/** Goes into the body of the call that is approved. Empty if none was asked for. */
export type Approved = { readonly approval?: string };

type Question = {
  readonly wanted: Wanted;
  /** The approval given before no longer counted. */
  readonly again: boolean;
  /** Why even an administrator is asked. */
  readonly why: string | undefined;
  readonly answer: (given: Approval | undefined) => void;
};

/** The server wants an approval, or did not accept the one it got. */
export const asksApproval = (error: unknown) =>
  ['approval_required', 'approval_ended', 'month_closed'].includes(refusalCode(error) ?? '');

/**
 * Asks for an administrator's login and password before an action of a seller, or of an administrator if the server
 * wants it, as in a closed month. Render `dialog`; while
 * `isAsking`, a dialog below it leaves Escape to it.
 */
export function useApproval() {
  const admin = useSession()?.user.admin === true;
  const [question, setQuestion] = useState<Question>();

  const ask = async (
    wanted: Wanted,
    again: boolean,
    why?: string,
  ): Promise<Approved | undefined> => {
    const given = await new Promise<Approval | undefined>((answer) =>
      setQuestion({ wanted, again, why, answer }),
    );
    setQuestion(undefined);
    return given && { approval: given.approval };
  };

  /** Runs `act` with an approval. Returns undefined if it was called off; throws what `act` throws. */
  const withApproval = async <T extends object>(
    wanted: Wanted,
    act: (approved: Approved) => Promise<T>,
  ): Promise<T | undefined> => {
    const passes = (admin && !wanted.ofAll) || wanted.needed === false;
    let approved = passes ? {} : await ask(wanted, false);
    while (approved) {
      try {
        return await act(approved);
      } catch (error) {
        if (!asksApproval(error)) throw error;
        const closed = refusalCode(error) === 'month_closed';
        const why = closed ? failureWords(error as Error) : undefined;
        approved = await ask(wanted, approved.approval !== undefined, why);
      }
    }
    return undefined;
  };

  return {
    withApproval,
    isAsking: question !== undefined,
    dialog: question && <ApprovalDialog {...question} />,
  };
}
