/**
 * The txid of a payment line (1 to 5) of a sale, from the sale's Idempotency-Key: the counter has the key
 * before the sale is recorded, and the sale keeps it. If the order on the screen becomes another sale, because
 * its key turns out to belong to a sale recorded earlier or deleted, it gets another key and so another txid.
 */
export function pixTxid(idempotencyKey: string, line: number): string {
  return `${idempotencyKey.replaceAll('-', '').toLowerCase().slice(0, 24)}${line}`;
}
