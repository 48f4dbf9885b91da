import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import pg from 'pg';

/** A piece of what PostgreSQL sends: of the tar of the cluster, or of the manifest that follows it. */
export type BaseBackupPart = { of: 'archive' | 'manifest'; chunk: Buffer };

/** PostgreSQL keeps what the backup needs of the WAL as long as this connection lives. */
const KEEP_WAL = 'CREATE_REPLICATION_SLOT "%" TEMPORARY PHYSICAL RESERVE_WAL';
const BASE_BACKUP =
  "BASE_BACKUP (LABEL 'balcao', PROGRESS, CHECKPOINT 'fast', WAL, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

/**
 * Copies a running cluster over the replication protocol, with the WAL that makes the copy whole. The
 * server reads on only as fast as the parts are taken. Throws when it meets a page whose checksum is wrong.
 */
export async function* baseBackup(
  config: pg.ClientConfig,
  onSize: (bytes: number) => void,
  signal: AbortSignal,
): AsyncGenerator<BaseBackupPart> {
  // In a database, pg_hba.conf judges the connection by that; without one it asks for "replication".
  const client = new pg.Client({ ...config, replication: 'database' } as pg.ClientConfig);
  client.on('error', () => {}); // reported by whatever is under way as well
  const end = () => void client.end().catch(() => {});
  signal.addEventListener('abort', end);
  try {
    signal.throwIfAborted();
    await client.connect();
    await client.query(KEEP_WAL.replace('%', `balcao_${randomBytes(6).toString('hex')}`));
    const command = new BaseBackupCommand(onSize);
    client.query(command);
    yield* command.parts;
  } finally {
    signal.removeEventListener('abort', end);
    await client.end().catch(() => {});
  }
}

/** The command as `pg` runs it (its Submittable): PostgreSQL 15 and later send all of it as one COPY. */
class BaseBackupCommand implements pg.Submittable {
  readonly parts: Readable & AsyncIterable<BaseBackupPart>;
  readonly #onSize: (bytes: number) => void;
  #socket: Socket | undefined;
  #of: BaseBackupPart['of'] = 'archive';
  #archives = 0;

  constructor(onSize: (bytes: number) => void) {
    this.#onSize = onSize;
    this.parts = new Readable({
      objectMode: true,
      highWaterMark: 8,
      read: () => void this.#socket?.resume(),
    });
  }

  submit(connection: pg.Connection): void {
    this.#socket = connection.stream as Socket;
    connection.query(BASE_BACKUP);
  }

  /** The second answer has a row for each tablespace: its oid, its folder and its size in kB. */
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (fields.length === 3) this.#onSize(Number(fields[2]) * 1024);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    switch (String.fromCharCode(chunk[0] ?? 0)) {
      case 'n':
        this.#archives++;
        if (this.#archives > 1) this.parts.destroy(new Error(TABLESPACES));
        break;
      case 'm':
        this.#of = 'manifest';
        break;
      case 'd': {
        // A copy, because pg reads the next packet into the same memory.
        const part = { of: this.#of, chunk: Buffer.from(chunk.subarray(1)) };
        if (!this.parts.push(part)) this.#socket?.pause();
        break;
      }
    }
  }

  handleError(error: Error): void {
    this.parts.destroy(error);
  }

  handleReadyForQuery(): void {
    this.parts.push(null);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

export const TABLESPACES =
  'O servidor guarda dados em tablespaces, que este backup não alcança. Use o pg_basebackup da versão do servidor.';
