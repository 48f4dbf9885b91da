import { chmodSync, mkdirSync } from 'node:fs';

/**
 * Makes the data folder closed to others; but as root PostgreSQL runs as another user, who has to pass through it. Does
 * nothing to a folder that is there.
 */
export function makeDataFolder(dataDir: string): void {
  const made = mkdirSync(dataDir, { recursive: true });
  if (made) chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}
