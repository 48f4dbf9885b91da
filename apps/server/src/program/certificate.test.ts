import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { certificateInWords, readCertificate } from './certificate.ts';

/** Of nobody, for balcao.escola.lan and 127.0.0.1, from November 2026 to November 2037. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBsTCCAVegAwIBAgIUFvH4vz3DjbO2XMWk2bw34mSOzzwwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRYmFsY2FvLmVzY29sYS5sYW4wHhcNMjYxMTI3MTQyMTEwWhcN
MzcxMTA5MTQyMTEwWjAcMRowGAYDVQQDDBFiYWxjYW8uZXNjb2xhLmxhbjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABGYm9teJ2r4kEOVxSC8rTFzcWDXYAB9s4Z7Z
PGwoTL9DcaKj/i3tinJasSQP7TudFb+pIxKEXB9f27RVB1mFpmWjdzB1MB0GA1Ud
DgQWBBQDlI1TGTBffK+7i4+zTYf6K6X5OTAfBgNVHSMEGDAWgBQDlI1TGTBffK+7
i4+zTYf6K6X5OTAPBgNVHRMBAf8EBTADAQH/MCIGA1UdEQQbMBmCEWJhbGNhby5l
c2NvbGEubGFuhwR/AAABMAoGCCqGSM49BAMCA0gAMEUCIQC2b0LHxhLeIWzMW8f/
ADQ/qGf1bW2AY0CUJEi/4jV+ZwIgIdPgkSmd6CQt1IZFdiesma4nbckoUpuzIDAd
Pp3ZpTk=
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwUN5l8WbuGFU+CIA
C7/fsRRCJC8tHvvdFN4/3IsJfqOhRANCAARmJvbXidq+JBDlcUgvK0xc3Fg12AAf
bOGe2TxsKEy/Q3Gio/4t7YpyWrEkD+07nRW/qSMShFwfX9u0VQdZhaZl
-----END PRIVATE KEY-----`;

test('a certificate is read where browsers get it, and said from 30 days before its end', async () => {
  const proxy = tls.createServer({ cert, key }).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  const url = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { until } = await readCertificate(url);
  const end = until?.getTime() ?? 0;
  expect(new Date(end).getFullYear()).toBe(2037);
  const at = (daysBefore: number) => readCertificate(url, new Date(end - daysBefore * 86_400_000));
  expect((await at(31)).state).toBe('ok');
  expect(certificateInWords(await at(31), url)).toBeUndefined();
  expect((await at(29)).state).toBe('ending');
  expect(certificateInWords(await at(29), url)).toMatch(/ acaba em \d\d\/11\/2037; sem ele/);
  expect((await at(0)).state).toBe('ended');
  const early = await readCertificate(url, new Date('2026-11-01T12:00:00Z'));
  expect(early.state).toBe('unfit');
  expect(certificateInWords(early, url)).toMatch(
    / só vale a partir de 27\/11\/2026; com ele nenhum/,
  );
  const elsewhere = url.replace('127.0.0.1', 'localhost');
  const foreign = await readCertificate(elsewhere);
  expect(foreign.state).toBe('unfit');
  expect(certificateInWords(foreign, elsewhere)).toMatch(
    / é de outro endereço \(DNS:balcao\.escola\.lan, IP Address:127\.0\.0\.1\); com ele nenhum/,
  );
  const none = { state: 'unknown', until: undefined };
  expect(await readCertificate(undefined)).toEqual(none);
  proxy.close();
  await once(proxy, 'close');
  expect(await readCertificate(url)).toEqual(none);
  expect(certificateInWords(await readCertificate(url), url)).toBeUndefined();
  // Another thing than a proxy that is closed: this machine does not know the name that the browsers know.
  const unnamed = 'https://balcao.invalid';
  const unknown = await readCertificate(unnamed);
  expect(unknown.state).toBe('unknown');
  expect(certificateInWords(unknown, unnamed)).toBe(
    'o nome balcao.invalid não foi encontrado neste servidor: ponha-o no DNS ou em /etc/hosts.',
  );
});
