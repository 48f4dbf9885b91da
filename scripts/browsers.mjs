// npm run browsers: the main tasks in Firefox and WebKit, where they are installed.
import { runScript } from './steps/processes.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: true }, () => runScript('e2e/browsers/browsers-program.ts'));
