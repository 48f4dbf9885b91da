import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { formatDay, formatMoment } from '@balcao/domain/dates/business-day.ts';
import { isLoopback } from '../../program/addresses.ts';
import { certificateInWords, readCertificate } from '../../program/certificate.ts';
import type { Config } from '../../program/config.ts';
import { inWords } from '../../program/error-words.ts';
import { nearestOwner } from '../../program/file-owner.ts';
import { quoted } from '../../program/terminal.ts';
import { attention, type Finding, ok, problem } from './finding.ts';

const ERROR = 50;
const DAY_MS = 86_400_000;

/** The log's own files, the older one first. */
function logFiles(dataDir: string): string[] {
  return ['balcao.log.1', 'balcao.log'].map((name) => path.join(dataDir, name));
}

export type LogFacts = {
  /** When a request last came over HTTPS, through a proxy that says so. */
  https: Date | undefined;
  errorsOfDay: number;
  lastError: string | undefined;
  /** How often the server has fallen and was opened again, and what of: a signal or an exit code. */
  fallsOfDay: number;
  lastFall: string | undefined;
  /** The server's words about proxies that hide their clients, at most a day ago, the newest last. */
  proxies: { kind: string; at: Date; words: string }[];
  /** Why it could not be read. */
  unread: unknown;
};

export async function readLog(dataDir: string, now = Date.now()): Promise<LogFacts> {
  const facts: LogFacts = {
    ...{ https: undefined, errorsOfDay: 0, fallsOfDay: 0, lastFall: undefined },
    ...{ lastError: undefined, proxies: [], unread: undefined },
  };
  for (const file of logFiles(dataDir)) {
    for await (const line of linesOf(file, facts)) {
      // Without a proxy most lines say nothing of this, and parsing each would take seconds.
      if (!/^\{"level":[56]0|"https":true|"proxy":|"diedOf":/.test(line)) continue;
      const { time, level, https, proxy, diedOf, msg } = parsed(line);
      const at = new Date(time ?? '');
      if (Number.isNaN(at.getTime())) continue;
      if (https) facts.https = at;
      if (now - at.getTime() > DAY_MS) continue;
      if (proxy && msg) facts.proxies.push({ kind: proxy, at, words: msg });
      if (diedOf) {
        facts.fallsOfDay++;
        facts.lastFall = diedOf;
      }
      if ((level ?? 0) < ERROR) continue;
      facts.errorsOfDay++;
      facts.lastError = msg;
    }
  }
  return facts;
}

/** None when the file does not exist or can't be read. */
async function* linesOf(file: string, facts: LogFacts): AsyncGenerator<string> {
  const input = createReadStream(file);
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield line;
    }
  } catch (error) {
    // A shop that was never open has no log.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') facts.unread = error;
  } finally {
    input.destroy();
  }
}

type Line = {
  time?: string;
  level?: number;
  https?: boolean;
  proxy?: string;
  diedOf?: string;
  msg?: string;
};

function parsed(line: string): Line {
  try {
    return JSON.parse(line);
  } catch {
    return {}; // cut off by a full disk
  }
}

export function checkTls({ https }: LogFacts, { host, trustProxy }: Config): Finding {
  const what = 'TLS';
  const seen = https && `visto pela última vez em ${formatMoment(https)}`;
  if (isLoopback(host)) {
    if (seen) return ok(what, `${seen}; HOST ${host} só atende esta máquina e o proxy dela.`);
    return ok(what, `nenhum proxy com HTTPS visto; HOST ${host} só atende esta máquina.`);
  }
  if (!seen) {
    return attention(
      what,
      `HOST ${host} atende a rede, e nenhum pedido veio por HTTPS: quem escuta a rede vê senhas e vendas.`,
      'Ponha um proxy com TLS na frente (docs/install.md), ou aceite isso numa rede de confiança.',
    );
  }
  if (trustProxy.length > 0) return ok(what, `${seen}, por um proxy de TRUST_PROXY.`);
  return attention(
    what,
    `${seen}, mas HOST ${host} também atende a rede sem TLS.`,
    'Tire HOST, para que só o proxy desta máquina alcance a loja.',
  );
}

export async function checkCertificate(
  { https }: LogFacts,
  { publicUrl }: Config,
): Promise<Finding[]> {
  const what = 'certificado';
  if (!publicUrl) {
    if (!https) return [];
    const todo = 'Ponha em PUBLIC_URL o endereço da loja no navegador (https://…).';
    return [attention(what, 'ninguém avisa antes que ele acabe.', todo)];
  }
  const certificate = await readCertificate(publicUrl);
  const words = certificateInWords(certificate, publicUrl);
  if (certificate.until) {
    if (!words) return [ok(what, `vale até ${formatDay(certificate.until)}.`)];
    const todo =
      certificate.state === 'unfit'
        ? 'Ponha no proxy o certificado deste endereço, ou acerte PUBLIC_URL ou o relógio (docs/install.md).'
        : 'Renove-o, e recarregue o proxy (docs/install.md).';
    return [(certificate.state === 'ending' ? attention : problem)(what, words, todo)];
  }
  if (!words) return [attention(what, `ninguém responde em ${publicUrl}.`, 'O proxy está aberto?')];
  return [attention(what, words, 'Sem isso ninguém avisa antes que o certificado acabe.')];
}

/** `now`: what the open shop says of the last request through a proxy. */
export function checkProxy({ proxies }: LogFacts, now?: string): Finding {
  const seen = proxies.findLast(({ kind }) => kind === now) ?? proxies.at(-1);
  if (!seen) return ok('proxy', 'nenhum proxy mal configurado visto nas últimas 24 horas.');
  const words = `visto em ${formatMoment(seen.at)}: ${seen.words}`;
  if (now === 'ok') return ok('proxy', `o último pedido veio certo. Antes disso, ${words}`);
  return attention(
    'proxy',
    words,
    'Use os arquivos de deploy/, ou corrija o proxy ou TRUST_PROXY. Este aviso some com o primeiro pedido certo de um navegador.',
  );
}

export function checkFalls({ fallsOfDay, lastFall }: LogFacts): Finding[] {
  if (fallsOfDay === 0) return [];
  const times = fallsOfDay === 1 ? 'uma vez' : `${fallsOfDay} vezes`;
  return [
    attention(
      'loja',
      `o servidor caiu ${times} nas últimas 24 horas, e abriu de novo; por último: ${lastFall}.`,
      lastFall === 'SIGKILL'
        ? 'Se ninguém o encerrou, faltou memória: veja dmesg.'
        : 'Veja balcao.log na pasta de dados, antes da queda.',
    ),
  ];
}

export function checkErrors(
  { errorsOfDay, lastError, unread }: LogFacts,
  dataDir: string,
): Finding {
  if (unread) {
    if (nearestOwner(path.join(dataDir, 'balcao.log')).isHidden) {
      return problem(
        'log',
        inWords(unread),
        'Abra a pasta de dados a quem a usa, como está acima.',
      );
    }
    const { path: file = dataDir } = unread as NodeJS.ErrnoException;
    const [{ uid, gid }, owner] = [statSync(dataDir), nearestOwner(file).uid];
    const todo =
      owner === uid
        ? `chmod u+rw ${quoted(file)}`
        : `Como root: chown ${uid}:${gid} ${quoted(file)}`;
    return problem('log', inWords(unread), todo);
  }
  if (errorsOfDay === 0) return ok('log', 'nenhum erro nas últimas 24 horas.');
  return attention(
    'log',
    `${errorsOfDay} ${errorsOfDay === 1 ? 'erro' : 'erros'} nas últimas 24 horas; o último: ${lastError}`,
    'Veja balcao.log na pasta de dados.',
  );
}
