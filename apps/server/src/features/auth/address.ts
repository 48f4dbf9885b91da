import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Where a request comes from, as sign-ins are counted: an IPv4 address, or the /64 that an IPv6 address is
 * in, since whoever has one address of it has all. What a proxy passes on that is no address is not
 * believed; then it is the proxy's own.
 */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const given = isIP(ip) ? ip : (socket.remoteAddress ?? '');
  const address = given.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(address) || address === '::1') return address;
  const [left = [], right = []] = address.split('::').map((part) => part.split(':'));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')}::/64`;
}
