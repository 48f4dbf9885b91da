import { Stop } from '../steps/operator-output.mjs';
import { runTool } from '../steps/processes.mjs';
import {
  closeChangelog,
  developedAfter,
  nameCommit,
  refuseEarlier,
  unreleased,
  writeVersion,
} from './versions.mjs';

/**
 * The steps of a release, beside its number. A step that fails throws a Stop.
 * @typedef {{ before: () => Promise<void>, after: () => Promise<void>, pack: () => Promise<void> }} Steps
 *   before: anything is changed; after: the version and the changelog are written, before they are committed;
 *   pack: what is published, made of the commit that is then tagged
 */

/**
 * Raises the version, closes the changelog, and commits and tags both, if all steps succeed; the commit after it raises
 * the version to the one that is developed then. Never with uncommitted changes. After a failure what was written stays, without a tag.
 * @param {string} root
 * @param {string} version
 * @param {Steps} steps
 */
export async function release(root, version, { before, after, pack }, { dryRun = false } = {}) {
  const git = async (/** @type {string[]} */ ...args) => {
    const { code, output } = await runTool('git', args, { cwd: root, quiet: true });
    if (code !== 0) throw new Stop(`git ${args[0]} falhou:\n${output}`);
    return output.trim();
  };
  refuseEarlier(root, version);
  const changed = await git('status', '--porcelain');
  if (changed) throw new Stop(`Há mudanças fora de um commit:\n${changed}`);
  const tag = `v${version}`;
  if (await git('tag', '--list', tag)) throw new Stop(`A etiqueta ${tag} já existe.`);
  const entry = unreleased(root);
  await before();
  if (dryRun) {
    console.log(`\n${entry}\n\nEnsaio: nada foi mudado. Sem --dry-run seria a versão ${version}.`);
    return;
  }
  const base = await git('rev-parse', 'HEAD');
  writeVersion(root, version);
  closeChangelog(root, version);
  let isCommitted = false;
  try {
    await after();
    if ((await git('rev-parse', 'HEAD')) !== base) {
      throw new Stop('Houve um commit durante os testes.');
    }
    await git('add', '--all');
    await git('commit', '--quiet', '-m', `Balcão ${version}`);
    isCommitted = true;
    await pack();
  } catch (error) {
    const undo = `git reset --hard${isCommitted ? ' HEAD~1' : ''} && git clean -f apps/server`;
    console.log(`\nNada foi etiquetado. Para desfazer o que foi escrito: ${undo}`);
    throw error;
  }
  await git('tag', '--annotate', tag, '-m', `Balcão ${version}\n\n${entry}`);
  nameCommit(root, version, await git('rev-parse', '--short=8', 'HEAD'));
  const next = developedAfter(version);
  writeVersion(root, next);
  await git('commit', '--all', '--quiet', '-m', `What comes after ${version} is ${next}`);
  console.log(`\nBalcão ${version} está na etiqueta ${tag}. Publicar: git push --follow-tags`);
}
