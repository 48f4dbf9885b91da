/*
 * The trials: what starts whole programs, other machines' parts or minutes of load, and the browser tests of
 * browser-trials.mjs. npm run trials runs them. npm test runs only those that guard a file that has changed since they
 * last passed (passed.json).
 *
 * A trial guards what can break it and is tried by nothing quicker. That a server starts with all its features, and
 * that the builders of tests build, each test of a feature shows.
 */

/**
 * @typedef {object} Trial
 * @property {string} name
 * @property {string[]} [files] its test files, run by Vitest
 * @property {string} [specs] or the folder of its browser tests
 * @property {string} [script] or its program; it runs where `needs` are installed
 * @property {string[]} [needs]
 * @property {true} [network] it fetches from npm's registry and needs the whole history, and so stays out of npm test
 * @property {string[]} guards paths and patterns of git; its own files are guarded too, other tests never
 */

/** What every trial stands on: the packages, PostgreSQL's among them, Node and Vitest. */
export const FOUNDATION = [
  'package-lock.json',
  'scripts/toolchain/package-lock.json',
  'vitest.config.ts',
  'vitest.setup.ts',
  'apps/server/src/testing/cluster.ts',
  'apps/server/src/testing/global-setup.ts',
  'apps/server/src/testing/app.ts',
];

/** A server that starts, is open and stops. */
const PROGRAM = [
  'apps/server/package.json',
  'apps/server/src/main.ts',
  'apps/server/src/sweep.ts',
  'apps/server/src/app/app.ts',
  'apps/server/src/database/connection.ts',
  'apps/server/src/database/embedded',
  'apps/server/src/database/open',
  'apps/server/src/program',
  'apps/server/src/start',
  'apps/server/src/testing/program.ts',
];

/** The way of a sale, and of what takes it back, from the request to the disk. */
const SALE = [
  'apps/server/src/app/error-handler.ts',
  'apps/server/src/database/*.ts',
  'apps/server/src/database/migrations',
  'apps/server/src/features/cash-boxes',
  'apps/server/src/features/closings',
  'apps/server/src/features/corrections',
  'apps/server/src/features/sales',
  'apps/server/src/features/stock',
  'apps/server/src/request',
  'packages/domain/src/money.ts',
  'packages/domain/src/sale-total.ts',
];

/** What a backup holds: every table, by the migrations, and the files beside them. */
const BACKUP = [
  'apps/server/src/backup',
  'apps/server/src/database/migrate.ts',
  'apps/server/src/database/migrations',
  'apps/server/src/database/shop.ts',
  'apps/server/src/features/institution',
  'apps/server/src/testing/invariants*.ts',
];

const OPERATOR = ['apps/server/src/operator', 'scripts/balcao.mjs', 'scripts/steps/commands.mjs'];

/** The commands of npm and of a bundle, before the server itself. */
const COMMANDS = ['balcao', 'package.json', 'scripts/*.mjs', 'scripts/steps'];

/** Those without a folder of browser tests. The longest first: at the end one of them would run alone. @type {Trial[]} */
export const TRIALS = [
  {
    name: 'start',
    files: ['apps/server/src/start/start.test.ts'],
    guards: [...PROGRAM, ...BACKUP, 'apps/server/src/features/audit', 'apps/server/src/demo'],
  },
  {
    name: 'fuzz',
    files: ['trials/fuzz/fuzz.test.ts', 'trials/fuzz/planted-faults.test.ts'],
    guards: [
      'apps/server/src/app',
      'apps/server/src/database/*.ts',
      'apps/server/src/database/migrations',
      'apps/server/src/features',
      'apps/server/src/request',
      'packages/contract/src',
      'packages/domain/src',
      'trials/fuzz',
    ],
  },
  {
    name: 'crowd',
    files: ['trials/crowd/crowd.test.ts', 'trials/crowd/statement.test.ts'],
    guards: [
      'apps/server/src/app/app.ts',
      'apps/server/src/database/*.ts',
      'apps/server/src/database/migrations',
      'apps/server/src/features/*.repository.ts',
      'apps/server/src/request',
      'apps/server/src/testing/large-shop.ts',
      'packages/contract/src/api',
      'trials/crowd',
    ],
  },
  {
    name: 'long-lists',
    files: ['apps/server/src/app/long-lists.test.ts'],
    guards: [
      'apps/server/src/database/*.ts',
      'apps/server/src/database/migrations',
      'apps/server/src/features',
      'apps/server/src/request',
      'apps/server/src/testing/steps.ts',
      'packages/domain/src',
    ],
  },
  {
    name: 'demo',
    files: ['apps/server/src/demo/demo.test.ts'],
    guards: [
      'apps/server/src/database/migrations',
      'apps/server/src/demo',
      'apps/server/src/features',
      'apps/server/src/testing',
      'packages/domain/src',
    ],
  },
  {
    name: 'users',
    files: ['apps/server/src/operator/user-program.test.ts'],
    guards: [
      ...PROGRAM,
      ...OPERATOR,
      'apps/server/src/features/audit',
      'apps/server/src/features/auth',
      'apps/server/src/features/second-factor',
      'apps/server/src/features/users',
    ],
  },
  {
    name: 'upgrade',
    files: ['apps/server/src/backup/upgrade.test.ts', 'apps/server/src/backup/released.test.ts'],
    guards: [
      ...PROGRAM,
      ...BACKUP,
      'apps/server/src/features/audit',
      'apps/server/src/operator/open-for-operator.ts',
      'scripts/older-postgres',
      'scripts/steps/install.mjs',
    ],
  },
  {
    name: 'backups',
    files: [
      'apps/server/src/backup/restore-backup.test.ts',
      'apps/server/src/backup/interrupted-backup.test.ts',
      'apps/server/src/backup/backup.test.ts',
      'apps/server/src/backup/apart/apart.test.ts',
    ],
    guards: [...PROGRAM, ...BACKUP, 'apps/server/src/operator/*.ts'],
  },
  {
    name: 'operator',
    files: ['apps/server/src/operator/operator-programs.test.ts'],
    guards: [...PROGRAM, ...BACKUP, ...OPERATOR, 'apps/server/src/features/audit'],
  },
  {
    name: 'torture',
    files: ['trials/torture/torture.test.ts', 'trials/torture/planted-faults.test.ts'],
    guards: [...PROGRAM, ...SALE, 'apps/server/src/testing/invariants*.ts', 'trials/torture'],
  },
  {
    name: 'main',
    files: ['apps/server/src/main.test.ts', 'apps/server/src/external-database.test.ts'],
    guards: [
      ...PROGRAM,
      'apps/server/src/backup/testing',
      'apps/server/src/features/users/first-start.ts',
      'apps/server/src/request',
    ],
  },
  {
    name: 'two-servers',
    files: ['apps/server/src/two-servers.test.ts'],
    guards: [...PROGRAM, ...SALE, 'apps/server/src/features/audit'],
  },
  {
    name: 'full-disk',
    files: ['apps/server/src/app/disk-full.test.ts'],
    guards: [
      ...PROGRAM,
      ...SALE,
      'apps/server/src/backup',
      'apps/server/src/testing/small-disk.ts',
      'trials/torture',
    ],
  },
  {
    name: 'frozen-disk',
    files: ['trials/frozen-disk/frozen-disk.test.ts'],
    guards: [...PROGRAM, ...OPERATOR, 'apps/server/src/backup', 'trials/deploy/tools.ts'],
  },
  {
    name: 'embedded',
    files: [
      'apps/server/src/database/embedded/killed.test.ts',
      'apps/server/src/database/embedded/embedded-postgres.test.ts',
      'apps/server/src/database/embedded/refusals.test.ts',
      'apps/server/src/database/embedded/launch.test.ts',
      'apps/server/src/database/embedded/folder-lock.test.ts',
    ],
    guards: ['apps/server/src/database/embedded', 'apps/server/src/program'],
  },
  {
    name: 'deploy',
    files: [
      'trials/deploy/unit.test.ts',
      'trials/deploy/proxies.test.ts',
      'trials/deploy/container.test.ts',
      'trials/deploy/alerts.test.ts',
    ],
    guards: [
      ...PROGRAM,
      ...COMMANDS,
      'apps/server/src/metrics',
      'apps/server/src/request',
      'deploy',
      'scripts/bundle',
      'trials/deploy',
    ],
  },
  {
    name: 'bundle',
    files: ['scripts/bundle/bundle.test.ts', 'trials/bundle/empty-root.test.ts'],
    guards: [...PROGRAM, ...COMMANDS, ...OPERATOR, 'scripts/bundle', 'trials/deploy/tools.ts'],
  },
  {
    name: 'commands',
    files: [
      'scripts/steps/server-program.test.ts',
      'scripts/steps/install.test.ts',
      'scripts/steps/processes.test.ts',
    ],
    guards: [...PROGRAM, ...COMMANDS],
  },
  {
    name: 'spreadsheets',
    files: ['trials/exports/libreoffice.test.ts'],
    guards: ['apps/server/src/features/exports'],
  },
  {
    name: 'browsers',
    script: 'e2e/browsers/browsers-program.ts',
    needs: ['/usr/bin/firefox-esr', '/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'],
    guards: [
      'apps/web/index.html',
      'apps/web/package.json',
      'apps/web/src/app',
      'apps/web/src/features/auth',
      'apps/web/src/features/counter',
      'apps/web/src/navigation',
      'apps/web/src/storage',
      'apps/web/src/ui',
      'apps/web/vite.config.ts',
      'e2e/api.ts',
      'e2e/browsers',
      'e2e/counter-screen.ts',
      'e2e/shop-server.ts',
      'e2e/till.ts',
    ],
  },
  {
    name: 'clone',
    script: 'trials/upgrade/clone-program.mjs',
    network: true,
    guards: [
      ...COMMANDS,
      ...BACKUP,
      'CHANGELOG.md',
      'docs/install.md',
      'trials/saved-shop',
      'trials/upgrade',
    ],
  },
  {
    name: 'failover',
    script: 'trials/failover/failover-program.ts',
    needs: ['/usr/lib/postgresql/15/bin/postgres', '/usr/bin/patroni', '/usr/sbin/haproxy'],
    guards: [...PROGRAM, ...SALE, 'trials/failover', 'trials/torture'],
  },
];

/** The test files of all trials, in the order of the table. */
export const TRIAL_FILES = TRIALS.flatMap(({ files = [] }) => files);
