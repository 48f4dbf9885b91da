/** A text, or an element with its attributes and what is in it. */
export type Piece = string | [tag: string, attributes: Record<string, string>, ...inside: Piece[]];

/** One task; `id` is its anchor. `also`: words by which it is found, though it does not show them. */
export type Section = { id: string; title: string; also: string; pieces: Piece[] };

/** The sections of one file of docs/manual. */
export type Guide = { title: string; for: 'all' | 'admin'; sections: Section[] };

export type Topic = Pick<Section, 'id' | 'title' | 'also'> & Pick<Guide, 'for'>;
