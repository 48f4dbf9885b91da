import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openTestCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    superuser: pg.ClientConfig;
  }
}

/** One PostgreSQL for all test files; each test shop has its own database on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openTestCluster();
  project.provide('superuser', cluster.superuser);
  return cluster.close;
}
