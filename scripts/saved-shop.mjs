// npm run saved-shop -- FOLDER: a small shop saved by the version in that folder, by default by this one, for
// the tests of upgrades. npm run release does it.
import { saveShop } from '../trials/saved-shop/save-shop.mjs';
import { ROOT } from './steps/processes.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: true }, async () => {
  console.log((await saveShop(process.argv[2] ?? ROOT)).join('\n'));
  return 0;
});
