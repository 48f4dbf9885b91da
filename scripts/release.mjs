// npm run release -- 1.2.3 [--dry-run] [--accept-audit]: version, changelog, saved shop, list of parts, every test, then a tag.
import { join } from 'node:path';
import { saveShop } from '../trials/saved-shop/save-shop.mjs';
import { writeBillOfMaterials } from './release/bill-of-materials.mjs';
import { release } from './release/release.mjs';
import { check } from './steps/checks.mjs';
import { Stop } from './steps/operator-output.mjs';
import { ROOT, runNode } from './steps/processes.mjs';
import { runCommand } from './steps/set-up.mjs';

const given = process.argv.slice(2);
const version = given.find((each) => !each.startsWith('-')) ?? '';
const dryRun = given.includes('--dry-run');

/** @param {string[]} args */
const npm = (args) =>
  runNode([join(ROOT, 'scripts/toolchain/node_modules/npm/bin/npm-cli.js'), ...args], {
    quiet: true,
    env: { npm_config_loglevel: 'silent' },
  });

/** @param {string[]} script */
async function command(...script) {
  const { code } = await runNode(script);
  if (code !== 0) throw new Stop(`${script.join(' ')} terminou com o código ${code}.`);
}

async function before() {
  const { code, output } = await npm(['audit', '--json', '--omit=dev']);
  // Not every registry answers this.
  if (!output.includes('"auditReportVersion"')) {
    console.log('npm audit: o registro não respondeu, e nada foi conferido.');
  } else if (code !== 0 && !given.includes('--accept-audit')) {
    const names = Object.keys(JSON.parse(output).vulnerabilities).join(', ');
    throw new Stop(
      `npm audit acusa ${names}; npm audit --omit=dev diz o quê. Para lançar assim mesmo: --accept-audit`,
    );
  }
  if ((await check()) !== 0) throw new Stop('As verificações não passam.');
}

async function after() {
  for (const file of await saveShop(ROOT)) console.log(`  ${file}`);
  // All of them, whatever has changed; npm test finds none due then.
  await command('scripts/run.mjs', 'trials');
  await command('scripts/test.mjs');
  // Shops have them: a release may not go out untried there because they are not installed here.
  await command('scripts/run.mjs', 'browsers', '--all');
}

async function pack() {
  await command('scripts/run.mjs', 'bundle');
  console.log(await writeBillOfMaterials(ROOT, version, npm));
}

await runCommand({ web: false }, async () => {
  await release(ROOT, version, { before, after, pack }, { dryRun });
  return 0;
});
