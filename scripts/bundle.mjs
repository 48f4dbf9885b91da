// npm run bundle: everything that a shop needs, in one file for a machine without network. -- --gz for one
// without zstd; -- --folder DIR leaves it unpacked in a new folder (deploy/Dockerfile).
import { runScript } from './steps/processes.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: true }, () => runScript('scripts/bundle/bundle-program.mjs'));
