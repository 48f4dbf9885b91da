import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { refusals } from '@balcao/contract/refusal.ts';
import { asSuperuser } from '@balcao/server/src/testing/cluster.ts';
import { Machine, PASSWORD, type Ports } from './machine.ts';
import { type Account, freePorts, start, until } from './started.ts';

/** A member, as Patroni's REST API describes it. */
type Member = { name: string; role: string; state: string; lag?: number | string };

const STARTS_MS = 120_000;

/** Three machines with a replicated PostgreSQL, and an haproxy in front of the primary. */
export class Cluster {
  readonly machines: readonly Machine[];
  readonly databaseUrl: string;
  readonly #synchronous: boolean;
  readonly #stopping: AbortSignal;

  private constructor(
    machines: readonly Machine[],
    proxyPort: number,
    options: { synchronous: boolean; stopping: AbortSignal },
  ) {
    this.machines = machines;
    this.databaseUrl = `postgres://balcao:${PASSWORD}@127.0.0.1:${proxyPort}/balcao`;
    this.#synchronous = options.synchronous;
    this.#stopping = options.stopping;
  }

  /** Starts everything in `folder` and creates the empty database of the shop. */
  static async open(options: {
    folder: string;
    account: Account;
    synchronous: boolean;
    stopping: AbortSignal;
    /** The ports of the servers behind the proxy of the browsers. */
    servers: readonly number[];
    shopPort: number;
  }): Promise<Cluster> {
    const { folder, servers, shopPort } = options;
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
    await writeFile(config, haproxyConfig({ proxyPort, machines, shopPort, servers }));
    start('/usr/sbin/haproxy', ['-db', '-f', config], {
      cwd: folder,
      log: path.join(folder, 'haproxy.log'),
    });
    const cluster = new Cluster(machines, proxyPort, options);
    await cluster.whole();
    const superuser = { connectionString: cluster.#urlAt(proxyPort, 'postgres') };
    await until(
      'the proxy of the database',
      async () => {
        await asSuperuser(superuser, 'SELECT');
        return true;
      },
      { timeoutMs: 20_000, stopping: options.stopping },
    );
    await asSuperuser(superuser, `CREATE ROLE balcao LOGIN PASSWORD '${PASSWORD}'`);
    await asSuperuser(superuser, 'CREATE DATABASE balcao OWNER balcao');
    return cluster;
  }

  #urlAt(port: number, database: string): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  }

  /** Connects as the superuser to the PostgreSQL of one machine. */
  at(machine: Machine) {
    return { connectionString: this.#urlAt(machine.ports.postgres, 'postgres') };
  }

  /** The members, as the first machine that replies knows them. */
  async members(): Promise<Member[]> {
    const replies = this.machines.map(async ({ ports }) => {
      const signal = AbortSignal.timeout(2_000);
      const response = await fetch(`http://127.0.0.1:${ports.rest}/cluster`, { signal });
      return ((await response.json()) as { members: Member[] }).members;
    });
    return Promise.any(replies);
  }

  /** Waits for a primary other than `not`. */
  primary(not?: Machine): Promise<Machine> {
    return until(
      'a primary',
      async () => {
        for (const machine of this.machines) {
          if (machine === not) continue;
          const signal = AbortSignal.timeout(2_000);
          const reply = fetch(`http://127.0.0.1:${machine.ports.rest}/primary`, { signal });
          if ((await reply.catch(() => undefined))?.ok) return machine;
        }
        return undefined;
      },
      { timeoutMs: STARTS_MS, stopping: this.#stopping },
    );
  }

  /** Waits for a primary and two replicas that follow it, one of them synchronous. */
  async whole(): Promise<void> {
    let seen = '';
    await until(
      'the whole cluster',
      async () => {
        for (const machine of this.machines) {
          const [trouble] = machine.troubles;
          if (trouble) throw new Error(trouble);
        }
        const members = await this.members().catch(() => []);
        seen = members.map(({ name, role, state }) => `${name} ${role} ${state}`).join();
        const running = members.filter(({ state }) => ['running', 'streaming'].includes(state));
        const count = (role: string) => running.filter((each) => each.role === role).length;
        if (running.length < 3 || count('leader') !== 1) return false;
        if (members.some(({ lag }) => lag === 'unknown')) return false;
        return !this.#synchronous || count('sync_standby') >= 1;
      },
      { timeoutMs: STARTS_MS, stopping: this.#stopping },
    ).catch((error) => {
      throw new Error(`${(error as Error).message} (${seen})`, { cause: error });
    });
  }

  /** A planned change of the primary, as before maintenance. */
  async switchOver(): Promise<void> {
    const leader = await this.primary();
    const response = await fetch(`http://127.0.0.1:${leader.ports.rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name }),
    });
    if (!response.ok) throw new Error(`The switchover failed: ${await response.text()}`);
  }
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
