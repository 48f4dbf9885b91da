/**
 * Bytes of the HTTP/1.1 message that begins here; undefined while its head is not complete. All that the
 * shop's clients and its server send has a Content-Length or no body.
 */
export function messageLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = bytes.toString('latin1', 0, end);
  if (/^transfer-encoding:/im.test(head))
    throw new Error('A message in chunks has no known length');
  return end + 4 + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}
