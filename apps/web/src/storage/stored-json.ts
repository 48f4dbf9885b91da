/**
 * What `text` from the browser's storage holds. Anyone can write there, and so have earlier versions: undefined
 * for nothing, for broken JSON, and for what `asShape` does not know (undefined, or a throw).
 */
export function readStored<T>(
  text: string | null | undefined,
  asShape: (value: unknown) => T | undefined,
): T | undefined {
  if (text === null || text === undefined) return undefined;
  try {
    return asShape(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The fields of an object; none of anything else. */
export function fieldsOf<T extends object = Record<string, unknown>>(value: unknown): Partial<T> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

export const asBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;
