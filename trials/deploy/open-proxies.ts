import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { expect } from 'vitest';
import { deployed, keepRunning, runTool } from './tools.ts';

type Open = {
  /** Where the server listens: host and port. */
  upstream: string;
  folder: string;
  port: number;
  plainPort: number;
  /** For the head of a request, in place of the shipped 15 s. */
  patience?: string;
};
/** Starts a proxy with its file of deploy/; returns what stops it and returns all that it has printed and logged. */
export type OpenProxy = (open: Open) => Promise<() => Promise<string>>;

export const openCaddy: OpenProxy = async ({
  upstream,
  folder,
  port,
  plainPort,
  patience = '15s',
}) => {
  const file = path.join(folder, 'Caddyfile');
  const shipped = await deployed('Caddyfile');
  const ours = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${plainPort}`;
  const text = shipped
    .replace(/^\{$/m, ours)
    .replace(/^balcao\.escola\.lan \{$/m, `https://localhost:${port} {`)
    .replace('read_header 15s', `read_header ${patience}`)
    .replace('127.0.0.1:3000', upstream);
  await writeFile(file, text);
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const options = ['--config', file, '--adapter', 'caddyfile'];
  const validated = await runTool('caddy', ['validate', ...options], env);
  expect(validated.code, validated.output).toBe(0);
  const { printed, stop } = keepRunning('caddy', ['run', ...options], env);
  return async () => {
    await stop();
    return printed();
  };
};

async function makeCertificate(folder: string) {
  const [certificate, key] = ['balcao.crt', 'balcao.key'].map((name) => path.join(folder, name));
  const made = await runTool('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...[
      '-subj',
      '/CN=localhost',
      '-days',
      '2',
      '-keyout',
      String(key),
      '-out',
      String(certificate),
    ],
  ]);
  expect(made.code, made.output).toBe(0);
  return { certificate: String(certificate), key: String(key) };
}

export const openHaproxy: OpenProxy = async ({
  upstream,
  folder,
  port,
  plainPort,
  patience = '15s',
}) => {
  const { certificate, key } = await makeCertificate(folder);
  const both = path.join(folder, 'loja.pem');
  await writeFile(both, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')));
  const site = (await deployed('haproxy.cfg'))
    .replace('bind :80', `bind 127.0.0.1:${plainPort}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('/etc/haproxy/loja.pem', both)
    .replaceAll('timeout http-request 15s', `timeout http-request ${patience}`)
    .replace(/10\.0\.0\.21:3000\n.*shop2.*/, upstream);
  // What Debian's own file says before it.
  const defaults = 'defaults\n  log global\n  option httplog\n  option dontlognull\n';
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(file, `global\n  log stdout format raw daemon\n\n${defaults}\n${site}`);
  const tested = await runTool('haproxy', ['-c', '-f', file]);
  expect(tested.code, tested.output).toBe(0);
  const { printed, stop } = keepRunning('haproxy', ['-db', '-f', file]);
  return async () => {
    await stop();
    return printed();
  };
};

export const openNginx: OpenProxy = async ({
  upstream,
  folder,
  port,
  plainPort,
  patience = '15s',
}) => {
  const { certificate, key } = await makeCertificate(folder);
  const site = (await deployed('nginx.conf'))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replaceAll('balcao.escola.lan', 'localhost')
    .replace('127.0.0.1:3000', upstream)
    .replace('/etc/ssl/balcao.crt', certificate)
    .replace('/etc/ssl/private/balcao.key', key)
    .replace('client_header_timeout 15s', `client_header_timeout ${patience}`)
    .replaceAll('/var/log/nginx', folder);
  await writeFile(path.join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  );
  const main = path.join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    main,
    `${user} pid ${folder}/nginx.pid; events { worker_connections 4096; } http { ${temporary.join(' ')} include ${folder}/site.conf; }`,
  );
  const options = ['-e', `${folder}/start.log`, '-p', folder, '-c', main];
  const tested = await runTool('nginx', ['-t', ...options]);
  expect(tested.code, tested.output).toBe(0);
  expect(tested.output).not.toContain('warn');
  const { printed, stop } = keepRunning('nginx', [...options, '-g', 'daemon off;']);
  return async () => {
    await stop();
    const logs = ['start.log', 'balcao.log', 'balcao-error.log'].map((name) =>
      readFile(path.join(folder, name), 'utf8'),
    );
    return printed() + (await Promise.all(logs)).join('');
  };
};

/** One request of a browser that trusts every certificate. */
export async function request(
  port: number,
  url: string,
  {
    headers = {},
    body,
    announced,
    agent = false,
  }: {
    headers?: Record<string, string>;
    body?: object;
    /** The bytes of a body of which only the head is sent. */
    announced?: number;
    agent?: https.Agent | false;
  } = {},
) {
  const sent = https.request({
    ...{ host: '127.0.0.1', servername: 'localhost', port, path: url },
    method: body || announced ? 'POST' : 'GET',
    headers: {
      host: `localhost:${port}`,
      ...((body || announced) && { 'content-type': 'application/json' }),
      ...(announced && { 'content-length': announced }),
      ...headers,
    },
    rejectUnauthorized: false,
    agent,
  });
  sent.on('error', () => {});
  if (announced) sent.flushHeaders();
  else sent.end(body && JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode, headers: answer.headers, text };
}
