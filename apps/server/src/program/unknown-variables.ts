import { type BadConfig, readConfig, settingsPlace } from './config.ts';

/** Names of the machine that begin like ours. */
const OTHERS = /^(HOSTNAME|HOSTTYPE)$/;
/** Variables of our programs that nobody sets by hand. SETTINGS_FILE: balcao.env; SETTINGS_NAMES: the names in it (bundle-folder.mjs). */
const INTERNAL = [
  'STARTED_AGAIN_AFTER',
  'BALCAO_COMMAND',
  'SETTINGS_FILE',
  'SETTINGS_NAMES',
  'USUAL_DATA_DIR',
];

/** The names of the variables that Balcão reads, so that a new one can't be forgotten here. */
export function knownVariables(): string[] {
  const asked = new Set<string>();
  const empty = new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get(_target, name) {
        asked.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(empty, '/');
  return [...asked].sort();
}

/**
 * The names that nobody reads: all of those in balcao.env, which is for nothing else, and of the environment those that
 * begin like one of ours. Who writes BAKUP_DIR believes that the backups are on another disk.
 */
export function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const known = [...knownVariables(), ...INTERNAL];
  const words = [...new Set(['BALCAO', ...knownVariables().map((name) => name.split('_')[0])])];
  const isOurs = new RegExp(`^(?:${words.join('|')})`, 'i');
  const ofEnvironment = Object.keys(env).filter((name) => isOurs.test(name) && !OTHERS.test(name));
  const ofFile = (env.SETTINGS_NAMES ?? '').split(',').filter(Boolean);
  return [...new Set([...ofFile, ...ofEnvironment])].filter((name) => !known.includes(name));
}

/** For the operator; undefined when every name is known. */
export function unknownInWords(env: NodeJS.ProcessEnv): string | undefined {
  const names = unknownVariables(env);
  if (names.length === 0) return undefined;
  const [are, count] =
    names.length === 1 ? ['não é variável', 'vale'] : ['não são variáveis', 'valem'];
  const isLine = names.some((name) => name.includes(' '));
  return `${names.join(', ')} ${are} do Balcão e não ${count}${isLine ? ' (falta o “=”?)' : ''}${settingsPlace(env)}.`;
}

/** What to do about them. */
export const knownInWords = (): string =>
  `Corrija ou tire; as que há: ${knownVariables().join(', ')}.`;

/** Bad values and unknown names at once, for whoever mends the file. */
export function badConfigInWords({ message }: BadConfig, env: NodeJS.ProcessEnv): string {
  const unknown = unknownInWords(env);
  return unknown ? `${message}\n  - ${unknown}` : message;
}

/** Call it where a new shop would be made: with `DATA_DR=` in balcao.env that is beside the one that was meant. Throws. */
export function refuseNewWithUnknown(env: NodeJS.ProcessEnv): void {
  const { SETTINGS_NAMES } = env;
  if (unknownVariables({ SETTINGS_NAMES }).length === 0) return;
  throw new Error(`${unknownInWords(env)} Nenhuma loja nova foi criada. ${knownInWords()}`);
}
