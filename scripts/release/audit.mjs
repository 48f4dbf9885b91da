import { readFileSync } from 'node:fs';
import { Stop } from '../steps/operator-output.mjs';

/**
 * What npm audit names and a release may have all the same: the advisory, the reason, and the day after which
 * it has to be looked at again.
 * @typedef {{ advisory: string, reason: string, until: string }} Exception
 */
const EXCEPTIONS = new URL('audit-exceptions.json', import.meta.url);

/** @returns {Exception[]} */
export const readExceptions = () => JSON.parse(readFileSync(EXCEPTIONS, 'utf8'));

/**
 * Reads what `npm audit --json` has printed about the packages that a shop runs. Returns lines for the terminal;
 * throws a Stop that names each advisory without an exception, and each exception that no longer holds.
 * @param {string} printed
 * @param {Exception[]} exceptions
 */
export function judgeAudit(printed, exceptions, today = new Date().toISOString().slice(0, 10)) {
  const { auditReportVersion, vulnerabilities, message } = parsed(printed);
  if (!auditReportVersion) {
    return [`npm audit: o registro não respondeu, e nada foi conferido (${message}).`];
  }
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { via } of Object.values(vulnerabilities)) {
    for (const each of via) {
      // A text is the name of another package of the list.
      if (typeof each === 'string') continue;
      const advisory = each.url.split('/').at(-1);
      found.set(
        advisory,
        `${advisory} (${each.severity}) ${each.name} ${each.range}: ${each.title}`,
      );
    }
  }
  const troubles = [];
  for (const { advisory, until } of exceptions) {
    if (!found.has(advisory))
      troubles.push(`${advisory} não é mais preciso em audit-exceptions.json`);
    else if (until < today) troubles.push(`a exceção de ${advisory} acabou em ${until}`);
  }
  const lines = [];
  for (const [advisory, words] of found) {
    const exception = exceptions.find((each) => each.advisory === advisory);
    if (exception)
      lines.push(`npm audit, exceção até ${exception.until}: ${words}. ${exception.reason}`);
    else troubles.push(words);
  }
  if (troubles.length > 0) throw new Stop(`npm audit:\n  ${troubles.join('\n  ')}`);
  return lines.length > 0 ? lines : ['npm audit: nada conhecido.'];
}

/** @param {string} printed */
function parsed(printed) {
  try {
    return JSON.parse(printed);
  } catch {
    return { message: printed.trim().split('\n')[0] };
  }
}
