import { BlockList, isIP } from 'node:net';

/** This machine itself. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

export function isLoopback(host: string): boolean {
  return host === 'localhost' || isAmong([])(host);
}

/** Whether an address is this machine's own, or in one of these networks (10.0.0.5, 10.0.1.0/24). */
export function isAmong(networks: readonly string[]): (address?: string) => boolean {
  const known = new BlockList();
  for (const network of [...LOOPBACK, ...networks]) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) known.addAddress(address, familyOf(address));
    else known.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address = '') => isIP(address) > 0 && known.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
