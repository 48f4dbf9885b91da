import type { ChildProcess } from 'node:child_process';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Account, signalAll, start } from './started.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
export const PASSWORD = 'so-para-o-teste';

export type Ports = { postgres: number; rest: number; etcd: number; etcdPeer: number };
export type MachineOptions = {
  name: string;
  folder: string;
  ports: Ports;
  account: Account;
  /** Every machine of the cluster, this one included. */
  all: readonly { name: string; ports: Ports }[];
  /** Off only to show that sales are lost then. */
  synchronous: boolean;
};

/** One of the three machines: etcd, Patroni and the PostgreSQL that Patroni runs. */
export class Machine {
  readonly name: string;
  readonly ports: Ports;
  readonly #options: MachineOptions;
  readonly #dataDir: string;
  #programs: ChildProcess[] = [];

  constructor(options: MachineOptions) {
    this.#options = options;
    this.name = options.name;
    this.ports = options.ports;
    this.#dataDir = path.join(options.folder, 'postgres');
  }

  async make(): Promise<void> {
    const { account, folder } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const config = path.join(folder, 'patroni.yml');
    await writeFile(config, patroniConfig(this.#options, this.#dataDir));
    const { uid, gid } = account;
    if (uid === undefined || gid === undefined) return;
    for (const each of [folder, config]) await chown(each, uid, gid);
  }

  /** Switches it on, for the first time or again. */
  start(): void {
    const { account, all, ports, folder } = this.#options;
    const common = { cwd: folder, account };
    const url = (port: number) => `http://127.0.0.1:${port}`;
    const etcd = start(
      '/usr/bin/etcd',
      [
        ['name', this.name],
        ['data-dir', path.join(folder, 'etcd')],
        ['listen-client-urls', url(ports.etcd)],
        ['advertise-client-urls', url(ports.etcd)],
        ['listen-peer-urls', url(ports.etcdPeer)],
        ['initial-advertise-peer-urls', url(ports.etcdPeer)],
        ['initial-cluster', all.map((each) => `${each.name}=${url(each.ports.etcdPeer)}`).join()],
        // The machines share two processors; by default etcd elects a new leader after a second of silence.
        ['heartbeat-interval', '250'],
        ['election-timeout', '2500'],
        // Over the newer API Patroni 3.0.2 lets a frozen primary take the lead back, and the sales of its
        // successor are lost (fixed in 3.0.3, patroni/patroni#2689).
        ['enable-v2', 'true'],
        ['logger', 'zap'],
        ['log-level', 'warn'],
      ].map(([option, value]) => `--${option}=${value}`),
      { ...common, log: `${folder}.etcd.log` },
    );
    const patroni = start('/usr/bin/patroni', [path.join(folder, 'patroni.yml')], {
      ...common,
      log: `${folder}.patroni.log`,
    });
    this.#programs = [etcd, patroni];
  }

  /** As when the plug is pulled. */
  kill(): Promise<void> {
    return signalAll(this.#options.folder, 'SIGKILL');
  }

  /** Stops all processes but keeps their connections open: worse than a crash, since nobody notices. */
  freeze(): Promise<void> {
    return signalAll(this.#options.folder, 'SIGSTOP');
  }

  thaw(): Promise<void> {
    return signalAll(this.#options.folder, 'SIGCONT');
  }

  /** Freezes PostgreSQL alone. */
  freezePostgres(): Promise<void> {
    return signalAll(this.#dataDir, 'SIGSTOP');
  }

  get troubles(): string[] {
    return this.#programs
      .filter((each) => each.exitCode !== null)
      .map((each) => `${each.spawnfile} of ${this.name} ended with ${each.exitCode}`);
  }
}

function patroniConfig({ name, ports, all, synchronous }: MachineOptions, dataDir: string) {
  return `\
scope: balcao
name: ${name}
restapi:
  listen: 127.0.0.1:${ports.rest}
  connect_address: 127.0.0.1:${ports.rest}
etcd:
  hosts: [${all.map((each) => `127.0.0.1:${each.ports.etcd}`).join(', ')}]
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: ${synchronous}
    synchronous_mode_strict: ${synchronous}
    maximum_lag_on_failover: 104857600
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 200
        wal_keep_size: 128MB
  initdb:
    - encoding: UTF8
    - locale: C
    - locale-provider: icu
    - icu-locale: pt-BR
    - data-checksums
postgresql:
  listen: 127.0.0.1:${ports.postgres}
  connect_address: 127.0.0.1:${ports.postgres}
  data_dir: ${dataDir}
  bin_dir: ${BINARIES}
  pgpass: ${dataDir}.pgpass
  remove_data_directory_on_rewind_failure: true
  authentication:
    superuser: {username: postgres, password: ${PASSWORD}}
    replication: {username: replicator, password: ${PASSWORD}}
    rewind: {username: rewinder, password: ${PASSWORD}}
  parameters:
    unix_socket_directories: ''
    password_encryption: scram-sha-256
  pg_hba:
    - host replication replicator 127.0.0.1/32 scram-sha-256
    - host all all 127.0.0.1/32 scram-sha-256
`;
}
