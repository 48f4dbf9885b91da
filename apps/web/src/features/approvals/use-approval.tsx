import type { Approval } from '@balcao/contract/accounts/approvals.ts';
import { useState } from 'react';
import { refusalCode } from '../../api/errors.ts';
import { useSession } from '../../api/session.ts';
import { ApprovalDialog, type Wanted } from './approval-dialog.tsx';

/** Goes into the body of the call that is approved. Empty for administrators. */
export type Approved = { readonly approval?: string };

type Question = {
  readonly wanted: Wanted;
  /** The approval given before no longer counted. */
  readonly again: boolean;
  readonly answer: (given: Approval | undefined) => void;
};

/** The server wants an approval, or did not accept the one it got. */
export const asksApproval = (error: unknown) =>
  ['approval_required', 'approval_ended'].includes(refusalCode(error) ?? '');

/**
 * Asks for an administrator's login and password before an action of a seller. Render `dialog`; while
 * `isAsking`, a dialog below it leaves Escape to it.
 */
export function useApproval() {
  const admin = useSession()?.user.admin === true;
  const [question, setQuestion] = useState<Question>();

  const ask = async (wanted: Wanted, again: boolean): Promise<Approved | undefined> => {
    const given = await new Promise<Approval | undefined>((answer) =>
      setQuestion({ wanted, again, answer }),
    );
    setQuestion(undefined);
    return given && { approval: given.approval };
  };

  /** Runs `act` with an approval. Returns undefined if it was called off; throws what `act` throws. */
  const withApproval = async <T extends object>(
    wanted: Wanted,
    act: (approved: Approved) => Promise<T>,
  ): Promise<T | undefined> => {
    const passes = admin || wanted.needed === false;
    let approved = passes ? {} : await ask(wanted, false);
    while (approved) {
      try {
        return await act(approved);
      } catch (error) {
        if (!asksApproval(error)) throw error;
        approved = await ask(wanted, approved.approval !== undefined);
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
