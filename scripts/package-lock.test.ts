import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * npm leaves packages out of the lock that the registry does not offer, such as another platform's binary.
 * Then `npm ci` refuses the lock as out of sync, on every platform.
 */
test.each(['package-lock.json', 'scripts/toolchain/package-lock.json'])(
  '%s names every dependency of every platform',
  (lock) => {
    const { packages } = JSON.parse(readFileSync(lock, 'utf8'));
    const missing = Object.entries<Record<string, Record<string, string>>>(packages).flatMap(
      ([path, { dependencies, devDependencies, optionalDependencies }]) =>
        Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
          .filter((name) => !resolves(path, name))
          .map((name) => `${name}, for ${path}`),
    );
    expect(missing).toEqual([]);

    /** As Node resolves a package: beside the importing one, then further out. */
    function resolves(path: string, name: string): boolean {
      const inside = path === '' ? '' : `${path}/`;
      if (`${inside}node_modules/${name}` in packages) return true;
      if (path === '') return false;
      return resolves(path.replace(/(^|\/)[^/]+$/, ''), name);
    }
  },
);
