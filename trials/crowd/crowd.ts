import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { parentPort, Worker } from 'node:worker_threads';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';

/*
 * Many who ask for one address at once, in a thread of their own, so that they take no time from the server's. How
 * many were answered with each status; a 503 with the header that says when to try again counts as 'try later'.
 */

type Asked = {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** JSON. */
  body?: string | undefined;
  count: number;
};
type Answers = Record<string, number>;

export function openCrowd() {
  const worker = new Worker(new URL(import.meta.url));
  const ask = async (asked: Asked): Promise<Answers> => {
    worker.postMessage(asked);
    const [answers] = await once(worker, 'message');
    return answers;
  };
  return { ask, close: async () => void (await worker.terminate()) };
}

async function statusOf({ url, method, headers, body }: Asked, agent: Agent): Promise<string> {
  try {
    const sent = request(url, { agent, method, headers });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    const { statusCode, headers: answered } = response;
    return statusCode === 503 && answered['retry-after'] ? 'try later' : `${statusCode}`;
  } catch (error) {
    return (error as Error).message;
  }
}

parentPort?.on('message', async (asked: Asked) => {
  const agent = new Agent({ keepAlive: true });
  const answers: Answers = {};
  for (const status of await Promise.all(
    Array.from({ length: asked.count }, () => statusOf(asked, agent)),
  )) {
    answers[status] = (answers[status] ?? 0) + 1;
  }
  agent.destroy();
  parentPort?.postMessage(answers);
});

/** The whole address of a call that a test has the parts of. */
export function addressOf(origin: string, name: RouteName, sent: object): string {
  const { params = {}, query = {} } = sent as Record<'params' | 'query', Record<string, string>>;
  const path = routes[name].path.replace(/:(\w+)/g, (_whole, key) =>
    encodeURIComponent(params[key] ?? ''),
  );
  return `${origin}${path}?${new URLSearchParams(query)}`;
}
