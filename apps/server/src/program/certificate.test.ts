import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { certificateInWords, readCertificate } from './certificate.ts';

/** Of nobody, for balcao.escola.lan, until November 2037. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBjjCCATOgAwIBAgIUdnrXryIA8Q3EEjKGbCGrY1LHHO0wCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRYmFsY2FvLmVzY29sYS5sYW4wHhcNMjYxMTI0MTQ1MTM3WhcN
MzcxMTA2MTQ1MTM3WjAcMRowGAYDVQQDDBFiYWxjYW8uZXNjb2xhLmxhbjBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABCTBVr0vFuT9/lghujRrluBFEFB66bNR4xOR
9djCsg5/5IgCRtvG0ivaAjQiWnVYNcRtKWN81pCwugDR9Wa6eNejUzBRMB0GA1Ud
DgQWBBSdeSqqdfEMSTtBv0y2Uo98G0jbMzAfBgNVHSMEGDAWgBSdeSqqdfEMSTtB
v0y2Uo98G0jbMzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQCS
1842Ufzl3Ul+Xja3s2M3rXz08GKqCuQ9i6wmM4wDXwIhAIBhhSEhpGBZ2K5b81vD
V7TD/CaZdnG+XWiwjYLi+fRV
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqKCzvicd82D6d3+Z
+5MF8qs25TAivon9sW7suwwYqMWhRANCAAQkwVa9Lxbk/f5YIbo0a5bgRRBQeumz
UeMTkfXYwrIOf+SIAkbbxtIr2gI0Ilp1WDXEbSljfNaQsLoA0fVmunjX
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
  const none = { state: 'unknown', until: undefined };
  expect(await readCertificate(undefined)).toEqual(none);
  proxy.close();
  await once(proxy, 'close');
  expect(await readCertificate(url)).toEqual(none);
});
