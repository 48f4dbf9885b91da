import { fork } from 'node:child_process';
import path from 'node:path';
import type { Work } from '../progress.ts';
import { BackupUnderWay, DiskSilent } from '../why-not.ts';
import type { Request, Response } from './apart-program.ts';
import type { Answer, Given, TaskName } from './tasks.ts';

const PROGRAM = path.join(import.meta.dirname, 'apart-program.ts');
/** A network disk that was asleep takes some seconds to answer. */
const LIMIT_MS = 10_000;
/** A busy machine takes seconds to start a process. */
const START_MS = 30_000;
/** An aborted backup has to stop its scratch server; systemd gives the whole shop 60 s. */
const ABORT_MS = 20_000;

const DISKS = {
  backups: 'o disco dos backups não responde.',
  data: 'o disco da pasta de dados não responde.',
};

/**
 * Runs what touches a disk in processes of their own. A network disk that hangs keeps every thread that asks it, for
 * hours; Node has four, worker threads share them, and sign-in needs one for each password.
 */
export function apartFrom(
  disk: keyof typeof DISKS,
  { program = PROGRAM, limitMs = LIMIT_MS, abortMs = ABORT_MS } = {},
) {
  /** Killed, and not gone yet: the kernel ends it when the disk answers. */
  let isHanging = false;

  const run = async <Name extends TaskName>(
    name: Name,
    given: Given<Name>,
    tools: Partial<Work> & { limitMs?: number },
  ): Promise<Answer<Name>> => {
    const { signal, log, onProgress, limitMs: limit } = tools;
    signal?.throwIfAborted();
    const child = fork(program, {
      // Ours are for the server alone.
      execArgv: [],
      serialization: 'advanced',
      // A stream of ours would stay open as long as the disk hangs.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const ended = Promise.withResolvers<Answer<Name>>();
    const giveUp = () => {
      isHanging = true;
      child.once('exit', () => (isHanging = false));
      child.kill('SIGKILL');
      child.unref();
      if (child.connected) child.disconnect();
      ended.reject(signal?.aborted ? signal.reason : new DiskSilent(DISKS[disk]));
    };
    let timer: NodeJS.Timeout | undefined;
    const giveUpAfter = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, ms);
    };
    if (limit) giveUpAfter(START_MS);
    const abort = () => {
      if (child.connected) child.send({ stop: true } satisfies Request);
      giveUpAfter(abortMs);
    };
    signal?.addEventListener('abort', abort);
    child.on('message', (response: Response) => {
      if ('isUp' in response) limit && giveUpAfter(limit);
      else if ('line' in response) log?.[response.level](response.line);
      else if ('step' in response) onProgress?.(response.step);
      else if ('answer' in response) ended.resolve(response.answer as Answer<Name>);
      else {
        const { failure, isUnderWay } = response;
        const error = isUnderWay ? new BackupUnderWay() : new Error();
        ended.reject(Object.assign(error, failure));
      }
    });
    child.once('error', ended.reject);
    child.once('exit', (code, killedBy) =>
      ended.reject(new Error(`O processo que usa o disco acabou (${killedBy ?? code}).`)),
    );
    child.send({ name, given } as Request, (error) => error && ended.reject(error));
    try {
      return await ended.promise;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };

  return {
    /** Throws DiskSilent after some seconds, and at once while an earlier question hangs. */
    async ask<Name extends TaskName>(
      name: Name,
      given: Given<Name>,
      tools: Partial<Work> = {},
    ): Promise<Answer<Name>> {
      if (isHanging) throw new DiskSilent(DISKS[disk]);
      return run(name, given, { ...tools, limitMs });
    },

    /** Takes as long as it takes; after an abort it has some seconds to clean up. */
    work: run,
  };
}
