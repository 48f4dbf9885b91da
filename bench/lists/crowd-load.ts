// The screens of one seller: lists of sales, each read to its end.
import http from 'node:http';
import { httpGet } from '../http-get.ts';
import { generateLoad } from '../sale/load.ts';

export type CrowdSetup = { address: string; token: string };

generateLoad<CrowdSetup>(async ({ address, token }) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return async () => void (await httpGet(new URL(address), token, agent));
});
