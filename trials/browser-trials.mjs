import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf } from '../scripts/lint/imports.mjs';
import { ROOT } from '../scripts/steps/processes.mjs';

/*
 * The browser tests of what the specification does not name: a folder of e2e each. Those of the specification are no
 * trials: npm test runs them always.
 */

/** What every page and every server stands on: a change of it makes all of them due. */
const EVERY_PAGE = [
  ':(glob)apps/web/*',
  'apps/web/public',
  ':(glob)apps/web/src/*',
  'apps/web/src/api',
  'apps/web/src/app',
  'apps/web/src/navigation',
  'apps/web/src/storage',
  'apps/web/src/ui',
  'apps/web/src/worker',
  'apps/server/package.json',
  ':(glob)apps/server/src/*',
  'apps/server/src/app',
  'apps/server/src/database',
  'apps/server/src/program',
  'apps/server/src/request',
  'apps/server/src/start',
  'packages',
  ':(glob)e2e/*',
];

/** With what every test makes its shop: people, products, users and sales. */
const EVERY_SHOP = [
  'auth',
  'health',
  'institution',
  'payment-methods',
  'products',
  'sales',
  'users',
];

/** The rooms of each folder, of both programs. What these import belongs to them. */
const ROOMS = {
  counter: ['counter', 'stock', 'dashboard'],
  kept: ['counter', 'kept', 'kept-sales', 'closings', 'months', 'people', 'settings'],
  families: ['counter', 'people', 'met-people', 'settings', 'audit', 'imports'],
  orders: ['counter', 'parked-sales', 'material-lists', 'stock'],
  'cash-boxes': ['counter', 'cash-box', 'cash-boxes', 'closings', 'reports', 'settings'],
  corrections: ['counter', 'corrections', 'cash-boxes', 'people'],
  stock: ['stock', 'product-sales', 'material-lists', 'dashboard', 'exports', 'imports', 'counter'],
  bank: ['bank', 'months', 'closings', 'settings', 'exports', 'corrections'],
  sales: [
    'sales',
    'corrections',
    'dashboard',
    'entries',
    'reports',
    'closings',
    'exports',
    'counter',
  ],
  administration: [
    'settings',
    'profile',
    'second-factor',
    'imports',
    'audit',
    'backups',
    'people',
    'counter',
    'kept-sales',
  ],
};

/** Walks through all pages, and servers in odd places. */
const EVERYWHERE = { frame: ['apps'], apart: ['apps'], manual: ['apps/web', 'docs/manual'] };

/** @returns {import('./guards.mjs').Trial[]} */
export function browserTrials() {
  const programs = ['apps/web/src/features', 'apps/server/src/features'].map(importsBetween);
  const ofRooms = Object.entries(ROOMS).map(([folder, rooms]) => ({
    folder,
    guards: programs.flatMap((program) => reached([...EVERY_SHOP, ...rooms], program)),
  }));
  const everywhere = Object.entries(EVERYWHERE).map(([folder, guards]) => ({ folder, guards }));
  return [...ofRooms, ...everywhere].map(({ folder, guards }) => ({
    name: `e2e-${folder}`,
    specs: `e2e/${folder}`,
    guards: [...EVERY_PAGE, ...guards, `e2e/${folder}`],
  }));
}

/** @typedef {{ features: string, imports: Map<string, Set<string>> }} Program its rooms, and which of them each imports */

/** @param {string} features @returns {Program} */
function importsBetween(features) {
  const roomOf = (/** @type {string} */ file) =>
    file.startsWith(`${features}/`) ? file.slice(features.length + 1).split('/')[0] : undefined;
  /** @type {Program['imports']} */
  const imports = new Map();
  for (const { from, to } of importsOf([features])) {
    const [importer, imported] = [roomOf(from), roomOf(to)];
    if (!importer || !imported || /\.test\.tsx?$/.test(from)) continue;
    imports.set(importer, (imports.get(importer) ?? new Set()).add(imported));
  }
  return { features, imports };
}

/**
 * The folders of those rooms that a program has, and of what they import.
 * @param {readonly string[]} rooms
 * @param {Program} program
 */
function reached(rooms, { features, imports }) {
  const found = new Set(rooms);
  // A set is walked to its end, also to what is added on the way.
  for (const room of found) for (const next of imports.get(room) ?? []) found.add(next);
  return [...found]
    .map((room) => `${features}/${room}`)
    .filter((path) => existsSync(join(ROOT, path)));
}
