import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Stop } from '../steps/operator-output.mjs';
import { pinnedNodePath } from '../steps/pinned-node.mjs';

/**
 * Writes what a shop of this version consists of (CycloneDX): the packages of server and screens as npm has
 * installed them here, and the Node that runs them.
 * @param {string} root
 * @param {string} version
 * @param {(args: string[]) => Promise<{ code: number, output: string }>} npm
 * @returns {Promise<string>} the file
 */
export async function writeBillOfMaterials(root, version, npm) {
  const shipped = ['--workspace=apps/server', '--workspace=apps/web'];
  const { code, output } = await npm(['sbom', '--sbom-format=cyclonedx', '--omit=dev', ...shipped]);
  if (code !== 0) throw new Stop(`npm sbom falhou:\n${output}`);
  const bill = JSON.parse(output);
  // npm takes the name of the folder.
  bill.metadata.component.name = 'balcao';
  bill.components.push(...nodeComponents(root));
  // Beside the bundle.
  const file = join(root, `bundle/balcao-${version}.cdx.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  return file;
}

/** @param {string} root */
function nodeComponents(root) {
  const manifest = pinnedNodePath(root)?.replace(/bin\/node$/, 'package.json');
  if (!manifest) return [];
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const purl = `pkg:npm/${name}@${version}`;
  return [{ 'bom-ref': `${name}@${version}`, type: 'platform', name, version, purl }];
}
