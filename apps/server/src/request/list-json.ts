import { inSlices } from './slices.ts';

/** Lists up to this length are serialised in one piece. */
const SHORT = 20;

type Schema = Record<string, unknown>;
type ListSchema = { items: Schema };

/**
 * Serialises a long list, or an object with one (a page, a preview), in slices: a hundred sales of 300 items are
 * 6 MB and would block the event loop for a tenth of a second. Returns undefined for anything else.
 */
export async function listJson(
  answer: unknown,
  schema: object,
  serializerOf: (schema: Schema) => (row: unknown) => string,
): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  const add = (text: string) => void parts.push(Buffer.from(text));
  const pause = inSlices();
  const addList = async (rows: readonly unknown[], { items }: ListSchema) => {
    const serialize = serializerOf(items);
    add('[');
    for (const [index, row] of rows.entries()) {
      add(`${index === 0 ? '' : ','}${serialize(row)}`);
      await pause();
    }
    add(']');
  };
  const isLong = (value: unknown) => Array.isArray(value) && value.length > SHORT;

  if (isLong(answer)) await addList(answer as unknown[], schema as ListSchema);
  else if (isObject(answer) && isObject(schema) && isObject(schema.properties)) {
    const fields = Object.entries(schema.properties as Record<string, Schema>);
    if (!fields.some(([name]) => isLong(answer[name]))) return undefined;
    for (const [name, of] of fields) {
      const value = answer[name];
      if (value === undefined) continue;
      add(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`);
      if (isLong(value)) await addList(value as unknown[], of as unknown as ListSchema);
      else add(serializerOf(of)(value));
    }
    add('}');
  } else return undefined;
  return Buffer.concat(parts);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
