/** Text that has made trouble somewhere: in a parser, a database, a terminal or a page. */
export const NASTY_TEXT: readonly string[] = [
  ...['', ' ', '  ', '\t', '\n', '\r\n', '\u0000', 'a\u0000b', '\u001f', '\u007f', '\u0085'],
  ...'0 -0 -1 +1 1.5 1,5 01 1e3 1e309 0x1F 0b1 1_000'.split(' '),
  ...[' 1', '1 ', '2147483648', '9007199254740993', '9'.repeat(40)],
  ...'NaN Infinity -Infinity infinity tomorrow now epoch null undefined true false'.split(' '),
  ...'[] {} __proto__ constructor prototype toString hasOwnProperty $ref .. . ../x'.split(' '),
  ...`' " \\ \` % _ %25 $1 ? * %s%n ../../etc/passwd {{7*7}} =1+1 @SUM(A1)`.split(' '),
  ...['[object Object]', "' OR 1=1 --", "'; DROP TABLE sales; --", '<script>alert(1)</script>'],
  '$' + '{7*7}',
  ...'2026-02-30 2026-13-01 2026-00-00 2026-2-3 1026-01-01 2999-12-31 20260101'.split(' '),
  ...['2026-01-01T00:00:00Z', '2026-01-01 ', '٢٠٢٦-٠١-٠١', '１', '٣', '𝟙'],
  ...['ÁÉÍ', 'e\u0301', 'ﬁ', 'ı', 'İ', 'ß', 'ǆ', '\u00a0', '\u2028', '\ufeff', '\u200b'],
  ...[
    '\u202eabc',
    '😀',
    '👨‍👩‍👧‍👦',
    '\ud83d',
    '\udc00',
    'a\ud800',
    '\uffff',
    '\u{10ffff}',
    'مرحبا',
    'Z̷̡̛',
  ],
];

const RAW = /"⟦raw:([^⟧]*)⟧"/g;

/** Stands for text that is no JSON value; toJson writes it unchanged. */
export function raw(text: string): string {
  return `⟦raw:${encodeURIComponent(text)}⟧`;
}

/** JSON, except where raw() stands. */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replace(RAW, (_all, text: string) => decodeURIComponent(text));
}

/** Text that is no number in JSON, or none that a number field may accept. */
export const NO_NUMBERS: readonly string[] = [
  ...'NaN Infinity -Infinity 0x1F 1e309 -1e309 01 +1 .5 1. 1_000'.split(' '),
  ...['undefined', '9'.repeat(400), '--1', '1e', "'1'"],
].map(raw);

/** Far deeper than any schema of the contract. */
export const DEEP: readonly string[] = [
  raw('['.repeat(3_000) + ']'.repeat(3_000)),
  raw(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`),
];

/** Names of undeclared fields. */
export const UNKNOWN_FIELDS: readonly string[] = [
  ...'__proto__ constructor prototype toString valueOf hasOwnProperty ID extra'.split(' '),
  ...'deleted_at password_hash admin[] a.b $where 😀'.split(' '),
  ...['', ' ', 'id ', 'x'.repeat(500)],
];
