// One seller's screens, all at once: lists of sales, each read to its end.
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { generateLoad } from '../sale/load.ts';

export type CrowdSetup = { address: string; token: string };

generateLoad<CrowdSetup>(async ({ address, token }) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return () =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      const request = http.get(address, { agent, headers }, async (response) => {
        if (response.statusCode !== 200) reject(new Error(await text(response)));
        else response.on('end', resolve).resume();
      });
      request.on('error', reject);
    });
});
