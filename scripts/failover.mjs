// npm run failover: the primary of a replicated PostgreSQL fails under load, KILLS=5 times and in other
// ways. Only on Debian 12. -- --planted shows that it notices lost sales.
import { findCluster } from './steps/debian.mjs';
import { runScript } from './steps/processes.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: false }, async () => {
  await findCluster();
  return runScript('trials/failover/failover-program.ts');
});
