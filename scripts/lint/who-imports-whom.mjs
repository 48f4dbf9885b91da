// Prints every import that breaks a rule, with the rule's reason, and exits with 1: docs/decisions/0002-checks.md.
import { importsOf } from './imports.mjs';

/** The features of a program from the lowest up. A feature imports only features of lower rungs. */
const LADDERS = {
  server:
    'audit, health < backups, bulk-changes, met-people < parked-sales, second-factor < auth < users, products, payment-methods, institution, settings, approvals, profile < clock < sales, material-lists < corrections < closings, dashboard, entries < cash-boxes, kept-sales < bank < people, stock < exports, imports < months',
  web: 'exports, imports, help, kept < audit < institution < auth, kept-sales < products, users, payment-methods, profile, parked-sales, settings, approvals < stock < corrections < sales < material-lists, entries, cash-box < closings, reports, dashboard < bank < people < counter, months, product-sales',
};

/** A rule refuses the imports, written as `file -> imported file or library`, that match it. */
const RULES = [
  {
    refuses: /^packages\/domain\/src\/(?!.*\.test\.ts ->).* -> (?!packages\/domain\/)/,
    because:
      'The domain imports nothing: its rules are true without any library, screen or server.',
  },
  {
    refuses: /^packages\/contract\/src\/(?!.*\.test\.ts ->).* -> (?!packages\/|typebox)/,
    because: 'The contract imports only the domain and TypeBox: both programs read it.',
  },
  {
    refuses: /^apps\/server\/.* -> apps\/web\//,
    because:
      'The server never imports the web app: what both need belongs in the contract or the domain.',
  },
  {
    refuses: /^apps\/web\/.* -> apps\/server\//,
    because:
      'The web app never imports the server: what both need belongs in the contract or the domain.',
  },
  {
    refuses:
      /^apps\/server\/src\/(?!.*(?:\.repository\.ts|\.test\.ts) ->)(?!.*(?:database|testing)\/.* ->).* -> (?:kysely|pg)(?:\/|$)/,
    because:
      'SQL lives in repositories only: import kysely and pg in *.repository.ts, database/ or testing/.',
  },
  {
    refuses:
      /\/features\/([\w-]+)\/.*\.routes\.ts -> .*(?:\.repository\.ts|\/features\/(?!\1\/).*\.service\.ts)$/,
    because: "Routes call their own service: no repository, and no other feature's service.",
  },
  {
    refuses: /\/features\/(?!.*\.(?:routes|test)\.ts ->).* -> .*\.routes\.ts$/,
    because: 'Routes import services, never the other way round.',
  },
  {
    refuses: /\/features\/.*\.repository\.ts -> .*\.service\.ts$/,
    because: 'A repository knows SQL and no rules: services import it, never the other way round.',
  },
  {
    refuses:
      /\/features\/([\w-]+)\/(?!.*\.(?:routes|test)\.ts ->).* -> .*\/features\/(?!\1\/|audit\/).*\.repository\.ts$/,
    because: "A repository belongs to its own feature: call the other feature's service.",
  },
  {
    refuses: /^apps\/web\/src\/ui\/.* -> apps\/web\/src\/(?:features|app|api)\//,
    because: 'A part in ui/ knows no feature and calls no server: pass it its data.',
  },
  {
    refuses:
      /^apps\/web\/src\/api\/.* -> (?:apps\/web\/src\/(?:ui|features|app)\/|@mantine\/|@tanstack\/react-router)/,
    because: 'api/ knows no screen: no parts, no toasts, no navigation.',
  },
  {
    refuses:
      /^apps\/web\/src\/features\/([\w-]+)\/(?!.*\.test\.tsx? ->).* -> apps\/web\/src\/(?:app\/|features\/(?!\1\/).*-page\.tsx)/,
    because:
      "Features meet in app/router.tsx: no feature imports the app or another feature's page.",
  },
];

const FEATURES =
  /^apps\/(server|web)\/src\/features\/([\w-]+)\/(?!.*\.test\.tsx? ->).* -> apps\/\1\/src\/features\/([\w-]+)\//;

/** @param {string} line */
function brokenLadder(line) {
  const [, program, feature = '', imported = ''] = FEATURES.exec(line) ?? [];
  if (!program || feature === imported) return undefined;
  const ladder = LADDERS[/** @type {keyof typeof LADDERS} */ (program)];
  const rungs = ladder.split(' < ').map((rung) => rung.split(', '));
  const rungOf = (/** @type {string} */ name) => rungs.findIndex((rung) => rung.includes(name));
  const goesDown = rungOf(imported) !== -1 && rungOf(imported) < rungOf(feature);
  return goesDown ? undefined : `A feature imports only lower features of the ladder: ${ladder}.`;
}

for (const { from, source, to } of importsOf(['packages', 'apps'])) {
  const line = `${from} -> ${to}`;
  const reasons = RULES.filter(({ refuses }) => refuses.test(line)).map(({ because }) => because);
  for (const reason of [...reasons, brokenLadder(line)]) {
    if (!reason) continue;
    console.log(`${from} imports ${source}\n  ${reason}`);
    process.exitCode = 1;
  }
}
