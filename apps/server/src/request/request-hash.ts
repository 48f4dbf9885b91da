import { createHash } from 'node:crypto';

export type Asked = {
  /** Who asks. */
  by: number;
  action: string;
  /** The row that it is about. */
  subject: number | null;
  /** A retry may bring another approval, which is left out. */
  body: object;
};

/** SHA-256 of a request, in any order of its fields. */
export function requestHash({ by, action, subject, body }: Asked): Buffer {
  const asked = { by, action, subject, body: { ...body, approval: undefined } };
  const text = JSON.stringify(asked, (_name, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest();
}
