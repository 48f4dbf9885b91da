// ./balcao COMMAND: the commands of a shop, from a bundle (npm run bundle) or from here. npm runs them too.
import { isBundle, placesBeside } from './steps/bundle-folder.mjs';
import { COMMANDS } from './steps/commands.mjs';
import { bringOlderPostgres } from './steps/install.mjs';
import { ownVersion } from './steps/own-version.mjs';
import { ROOT, runPrograms } from './steps/processes.mjs';
import { serverProgram, shopProgram } from './steps/server-program.mjs';
import { runCommand } from './steps/set-up.mjs';

const [name = 'start', ...given] = process.argv.slice(2);
// audit-verify, as earlier versions called it, is audit:verify.
const key = name.replace('-', ':');
const command = Object.hasOwn(COMMANDS, key) ? COMMANDS[key] : undefined;
if (command?.program) {
  const program = shopProgram(command.program, given);
  await runCommand({ web: false }, () => runPrograms({ ...program, asks: true }));
} else if (command) {
  await runCommand({ web: true }, () => openShop(name === 'demo' ? ['--demo', ...given] : given));
} else if (['help', '--help', '-h'].includes(name)) {
  console.log(help());
} else if (['version', '--version', '-v'].includes(name)) {
  console.log(`Balcão ${ownVersion()}, Node ${process.versions.node}`);
} else {
  console.error(`Não há o comando ${name}.\n\n${help()}`);
  process.exitCode = 2;
}

/** @param {string[]} args of the server; --demo: a sample shop in a data folder of its own */
async function openShop(args) {
  const program = serverProgram(args);
  await bringOlderPostgres(ROOT, program.env.DATA_DIR ?? process.env.DATA_DIR ?? 'data');
  return runPrograms(program);
}

function help() {
  const lines = Object.entries(COMMANDS).map(([name, { takes = '', what }]) =>
    line(name, takes, what),
  );
  lines.push(line('version', '', 'a versão'), line('help', '', 'esta lista'));
  const { settings, data } = placesBeside(false);
  if (isBundle)
    lines.push('', `Dados: ${data}, se DATA_DIR não diz outra pasta`, `Configuração: ${settings}`);
  return [`${process.env.BALCAO_COMMAND ?? './balcao'} COMANDO`, '', ...lines].join('\n');
}

/**
 * @param {string} name
 * @param {string} takes
 * @param {string} what
 */
function line(name, takes, what) {
  return `  ${`${name} ${takes}`.padEnd(17)} ${what}`;
}
