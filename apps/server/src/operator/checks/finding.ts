/** One line of the doctor. `todo` says what to do about anything that is not `ok`. */
export type Finding =
  | { state: 'ok'; what: string; words: string }
  | { state: 'atenção' | 'problema'; what: string; words: string; todo: string };

export function ok(what: string, words: string): Finding {
  return { state: 'ok', what, words };
}

export function attention(what: string, words: string, todo: string): Finding {
  return { state: 'atenção', what, words, todo };
}

export function problem(what: string, words: string, todo: string): Finding {
  return { state: 'problema', what, words, todo };
}

export function inOneLine(finding: Finding): string {
  const todo = finding.state === 'ok' ? '' : ` → ${finding.todo}`;
  const text = `${finding.words}${todo}`.replaceAll(/\s*\n\s*/g, ' ');
  return `${finding.state.padEnd(8)}  ${finding.what}: ${text}`;
}

/** 0: all is well. 1: something needs attention. 2: something is wrong. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ state }) => state === 'problema')) return 2;
  return findings.some(({ state }) => state === 'atenção') ? 1 : 0;
}

export function bytesInWords(bytes: number): string {
  const [size, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB'];
  return `${size.toLocaleString('pt-BR', { maximumFractionDigits: 1 })} ${unit}`;
}
