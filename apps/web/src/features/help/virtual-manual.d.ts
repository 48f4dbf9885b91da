// Made from docs/manual by apps/web/manual/manual-plugin.ts.
declare module 'virtual:manual' {
  export const guides: import('./guide.ts').Guide[];
  /** One page, to print. */
  export const sheet: import('./guide.ts').Section;
  export const pictures: Record<string, { src: string; width: number; height: number }>;
}

declare module 'virtual:manual/topics' {
  /** The titles alone, for the jump box. */
  export const topics: import('./guide.ts').Topic[];
}
