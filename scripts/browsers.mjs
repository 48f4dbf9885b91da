// npm run browsers: the main tasks in Firefox and WebKit, where they are installed; -- --all wants both.
import { runCommand } from './steps/set-up.mjs';
import { browserTests } from './steps/tests.mjs';

await runCommand({ web: true }, () => browserTests(process.argv.slice(2)));
