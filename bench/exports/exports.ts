import { once } from 'node:events';
import { request } from 'node:http';
import type { ExportRequest } from '@balcao/contract/exports.ts';
import { routes } from '@balcao/contract/routes.ts';
import { type Measured, measuredOf, ratio, type Section } from '../figures.ts';
import { openLargeShop } from '../lists/large-shops.ts';
import { forgetPeak, peakMegabytes } from '../processes.ts';
import { ADMIN, signIn } from '../shop.ts';

const FEW = 20_000;
const MANY = 200_000;

/** The memory of the server while an administrator exports, of few and of many sales. */
export async function exportsSection(): Promise<Section> {
  const few = await exportAll(FEW);
  const many = await exportAll(MANY);
  return {
    name: 'Exports',
    how: 'Every sale of a shop, a row each, as a client over HTTP receives it; memory is the highest resident memory (VmHWM) of the server meanwhile, without PostgreSQL.',
    measured: [...few, ...many].flatMap(({ seconds, peak }) => [seconds, peak]),
    ratios: few.map(({ format, peak }, index) =>
      ratio(`memory of ${format}, many to few`, (many[index] as Exported).peak, peak, {
        atMost: 1.5,
      }),
    ),
    notes: [],
  };
}

type Exported = { format: string; seconds: Measured; peak: Measured };

async function exportAll(sales: number): Promise<Exported[]> {
  await using shop = await openLargeShop(sales);
  const token = await signIn(shop, ADMIN);
  const exported: Exported[] = [];
  for (const format of ['csv', 'xlsx'] as const) {
    // The first one loads code.
    await receive(shop.origin, token, { list: 'products', format });
    await forgetPeak(shop.pid.server);
    const began = performance.now();
    const bytes = await receive(shop.origin, token, { list: 'sales', format });
    const seconds = (performance.now() - began) / 1_000;
    const name = `${sales.toLocaleString('en-US')} sales, ${format} of ${Math.round(bytes / 1e6)} MB`;
    const peak = await peakMegabytes(shop.pid.server);
    exported.push({
      format,
      seconds: measuredOf(name, 's', [seconds], Number),
      peak: measuredOf(`${name}: memory of Node, at most`, 'MiB', [peak], Number),
    });
  }
  return exported;
}

/** Returns the number of bytes. */
async function receive(origin: string, token: string, body: ExportRequest): Promise<number> {
  const sent = request(origin + routes.exportList.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  sent.end(JSON.stringify(body));
  const [response] = await once(sent, 'response');
  if (response.statusCode !== 200) throw new Error(`The export answered ${response.statusCode}`);
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  return bytes;
}
