// npm run torture: the shop under 500 faults. Arguments: npm run torture -- --faults 30 --seed 7
import { runScript } from './steps/processes.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: false }, () => runScript('trials/torture/torture-program.ts'));
