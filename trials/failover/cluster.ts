import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { refusals } from '@balcao/contract/refusal.ts';
import { asSuperuser } from '@balcao/server/src/testing/cluster.ts';
import { Machine, PASSWORD, type Ports } from './machine.ts';
import { type Account, freePorts, start, until } from './started.ts';

/** A member, as Patroni's REST API describes it. */
type Member = { name: string; role: string; state: string; lag?: number | string };

const STARTS_MS = 120_000;

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/**
 * Three machines with a replicated PostgreSQL, which holds the empty database of the shop, and an haproxy
 * in front of the primary.
 */
export async function openCluster(options: {
  folder: string;
  account: Account;
  synchronous: boolean;
  stopping: AbortSignal;
  /** The ports of the servers behind the proxy of the browsers. */
  servers: readonly number[];
  shopPort: number;
}) {
  const { folder, stopping, synchronous } = options;
  const ports = await freePorts(13);
  const [proxyPort = 0] = ports.splice(0, 1);
  const all = ['pg1', 'pg2', 'pg3'].map((name) => {
    const [postgres = 0, rest = 0, etcd = 0, etcdPeer = 0] = ports.splice(0, 4);
    return { name, ports: { postgres, rest, etcd, etcdPeer } satisfies Ports };
  });
  const machines = all.map(
    (each) => new Machine({ ...options, ...each, all, folder: path.join(folder, each.name) }),
  );
  for (const machine of machines) await machine.make();
  for (const machine of machines) machine.start();
  const config = path.join(folder, 'haproxy.cfg');
  await writeFile(config, haproxyConfig({ ...options, proxyPort, machines }));
  const log = path.join(folder, 'haproxy.log');
  start('/usr/sbin/haproxy', ['-db', '-f', config], { cwd: folder, log });

  /** Connects as the superuser, through the proxy or to the PostgreSQL of one machine. */
  const at = (port: number) => ({
    connectionString: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
  });

  const read = (machine: Machine, address: string) => {
    const signal = AbortSignal.timeout(2_000);
    return fetch(`http://127.0.0.1:${machine.ports.rest}/${address}`, { signal });
  };

  /** The members, as the first machine that replies knows them. */
  async function members(): Promise<Member[]> {
    const replies = machines.map(async (machine) => {
      const response = await read(machine, 'cluster');
      return ((await response.json()) as { members: Member[] }).members;
    });
    return Promise.any(replies);
  }

  /** Waits for a primary other than `not`. */
  function primary(not?: Machine): Promise<Machine> {
    const find = async () => {
      for (const machine of machines) {
        if (machine === not) continue;
        const reply = await read(machine, 'primary').catch(() => undefined);
        if (reply?.ok) return machine;
      }
      return undefined;
    };
    return until('a primary', find, { timeoutMs: STARTS_MS, stopping });
  }

  /** Waits for a primary and two replicas that follow it, one of them synchronous. */
  async function whole(): Promise<void> {
    let seen = '';
    const isWhole = async () => {
      const [trouble] = machines.flatMap(({ troubles }) => troubles);
      if (trouble) throw new Error(trouble);
      const known = await members().catch(() => []);
      seen = known.map(({ name, role, state }) => `${name} ${role} ${state}`).join();
      const running = known.filter(({ state }) => ['running', 'streaming'].includes(state));
      const count = (role: string) => running.filter((each) => each.role === role).length;
      if (running.length < 3 || count('leader') !== 1) return false;
      if (known.some(({ lag }) => lag === 'unknown')) return false;
      return !synchronous || count('sync_standby') >= 1;
    };
    const waiting = until('the whole cluster', isWhole, { timeoutMs: STARTS_MS, stopping });
    await waiting.catch((error) => {
      throw new Error(`${(error as Error).message} (${seen})`, { cause: error });
    });
  }

  await whole();
  const superuser = at(proxyPort);
  const isUp = () => asSuperuser(superuser, 'SELECT').then(() => true);
  await until('the proxy of the database', isUp, { timeoutMs: 20_000, stopping });
  await asSuperuser(superuser, `CREATE ROLE balcao LOGIN PASSWORD '${PASSWORD}'`);
  await asSuperuser(superuser, 'CREATE DATABASE balcao OWNER balcao');
  return {
    machines,
    databaseUrl: `postgres://balcao:${PASSWORD}@127.0.0.1:${proxyPort}/balcao`,
    at: (machine: Machine) => at(machine.ports.postgres),
    primary,
    whole,
    /** A planned change of the primary, as before maintenance. */
    async switchOver(): Promise<void> {
      const leader = await primary();
      const response = await fetch(`http://127.0.0.1:${leader.ports.rest}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: leader.name }),
      });
      if (!response.ok) throw new Error(`The switchover failed: ${await response.text()}`);
    },
  };
}

/** The proxy's response while no server has its database, in the servers' words. */
const UNAVAILABLE = JSON.stringify({
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  code: 'unavailable',
  detail: refusals.unavailable.detail,
});

function haproxyConfig(options: {
  proxyPort: number;
  machines: readonly Machine[];
  shopPort: number;
  servers: readonly number[];
}): string {
  const { proxyPort, machines, shopPort, servers } = options;
  return `\
global
  maxconn 2000

defaults
  timeout connect 3s
  timeout check 2s

# The database: the machine that Patroni calls the primary.
listen database
  mode tcp
  bind 127.0.0.1:${proxyPort}
  timeout client 1h
  timeout server 1h
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${machines.map(({ name, ports }) => `  server ${name} 127.0.0.1:${ports.postgres} check port ${ports.rest}`).join('\n')}

# The shop: any server that has its database.
listen shop
  mode http
  bind 127.0.0.1:${shopPort}
  timeout client 75s
  timeout server 75s
  timeout http-request 30s
  option forwardfor
  http-request set-header X-Forwarded-Proto https if { ssl_fc }
  http-request set-header X-Forwarded-Proto http if !{ ssl_fc }
  balance leastconn
  option httpchk
  http-check send meth GET uri /api/health/ ver HTTP/1.1 hdr Host shop
  http-check expect status 200
  default-server inter 2s fall 3 rise 1
  http-error status 503 content-type application/problem+json string '${UNAVAILABLE}' hdr Retry-After 2
${servers.map((port, index) => `  server shop${index + 1} 127.0.0.1:${port} check`).join('\n')}
`;
}
