// Run by empty-root.test.ts in namespaces of their own, where there is no network: uses the unpacked bundles of
// an empty Debian as an ordinary user, as root and as install.md says. Prints what it took.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';

const [debian = '', name = ''] = process.argv.slice(2);
const CHROOT = '/usr/sbin/chroot';
const LIMIT_MS = 180_000;
const CPF = '52998224725';

/** The command line of a program in the Debian: as a user, in a folder, with nothing else of ours. */
function inside(user: string, folder: string, command: string): string[] {
  // Unlike runuser it makes way for the program, which then gets our SIGTERM.
  const as = `setpriv --reuid=${user} --regid=${user} --init-groups`;
  const env = ['/usr/bin/env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LANG=C.UTF-8'];
  // The folder first: root calls commands of the shop's user from /root.
  return [debian, ...env, 'sh', '-c', `cd '${folder}' && exec ${as} ${command}`];
}

function run(user: string, command: string, folder = '/'): string {
  return execFileSync(CHROOT, inside(user, folder, command), { encoding: 'utf8' });
}

/** Opens a shop, which it says with `last`; returns what it printed, its calls, and how to stop it. */
async function open(user: string, command: string, folder = '/', last = 'Ctrl+C para fechar') {
  const began = performance.now();
  const child = spawn(CHROOT, inside(user, folder, command), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  await new Promise<void>((opened, failed) => {
    const late = setTimeout(() => failed(new Error(`It does not open:\n${printed}`)), LIMIT_MS);
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (!printed.includes(last)) return;
      clearTimeout(late);
      opened();
    });
    child.once('close', () => failed(new Error(`It ended:\n${printed}`)));
  });
  console.log(
    `${user}: ${command}: open after ${((performance.now() - began) / 1_000).toFixed(1)} s`,
  );
  const origin = /está aberto em (\S+)/.exec(printed)?.[1];
  let access = '';
  const call = async (method: string, url: string, body?: object, headers = {}) => {
    const answer = await fetch(`${origin}${url}`, {
      method,
      headers: {
        ...(access && { authorization: `Bearer ${access}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    assert(answer.ok, `${method} ${url}: ${answer.status} ${content}`);
    return answer.headers.get('content-type')?.includes('json')
      ? JSON.parse(`${content}`)
      : content;
  };
  return {
    printed: () => printed,
    call,
    async signIn(username: string, password: string) {
      ({ access } = await call('POST', '/api/auth/login/', { username, password }));
    },
    async stop() {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      assert.equal((await closed)[0], 0);
    },
  };
}

type Shop = Awaited<ReturnType<typeof open>>;

/** Sells one of the first product of the counter for cash; returns the id of the sale. */
async function sell({ call }: Shop): Promise<number> {
  const [product] = await call('GET', '/api/pdv/productsAll/');
  const client = await call('POST', '/api/pdv/clients/', { cpf: CPF, name: 'Maria da Silva' });
  const { results: methods } = await call('GET', '/api/pdv/paymentMethods/');
  const { price } = product;
  const body = {
    products: [
      {
        product: product.id,
        quantity: 1,
        subtotal: price,
        desc_percent: 0,
        desc_value: 0,
        total: price,
      },
    ],
    client: client.id,
    payment_method1: price,
    payment_desc1: methods[0].name,
    ...{ subtotal: price, total: price, total_general: price, desc_general: 0 },
    ...{ valor_pago: price, troco: 0 },
  };
  const key = { 'idempotency-key': randomUUID() };
  return (await call('POST', '/api/pdv/sales/', body, key)).id;
}

/** A shop that begins, sells, is backed up and restored beside itself. */
async function tryShop(user: string, program: string, home: string, folder = '/') {
  const shop = await open(user, program, folder);
  assert.match(shop.printed(), new RegExp(`dados: ${home}\n`));
  const [, password = ''] = /senha provisória .*: (\S+)/.exec(shop.printed()) ?? [];
  await shop.signIn('admin', password);
  assert.match(`${await shop.call('GET', '/login')}`, /<script/);
  const product = { code: '307', name: 'Caderno', price: 12.5, active: true };
  await shop.call('POST', '/api/pdv/products/', product);
  const sale = await sell(shop);
  assert.match(run(user, `${program} user list`, folder), /admin +· .* · +administrador/);
  const made = run(user, `${program} backup`, folder);
  const [file = ''] = /\S*balcao-\S+\.backup/.exec(made.replaceAll(home, '@')) ?? [];
  assert(file, made);
  const doctor = spawnSync(CHROOT, inside(user, folder, `${program} doctor`), {
    encoding: 'utf8',
  });
  console.log(`doctor: code ${doctor.status}\n${doctor.stdout}${doctor.stderr}`);
  assert(doctor.status !== null && doctor.status <= 2 && doctor.stdout.includes('PostgreSQL'));
  await shop.stop();
  assert.match(run(user, `${program} audit:verify`, folder), /Nenhuma linha selada foi tocada/);

  // As if the database were broken.
  run('root', `mv '${home}' '${home}-broken'`);
  run('root', `install -d -o ${user} -g ${user} -m 0700 '${home}'`);
  run('root', `mv '${home}-broken/backups' '${home}/'`);
  run(user, `${program} restore '${file.replace('@', home)}'`, folder);
  const restored = await open(user, program, folder);
  await restored.signIn('admin', password);
  assert.equal((await restored.call('GET', `/api/pdv/recordedSales/${sale}/`)).id, sale);
  await restored.stop();
  return { password, sale };
}

// An ordinary user, a path with spaces, a link to it, and another folder.
run('root', 'useradd --home-dir /home/loja loja');
run('root', 'chown -R loja /home/loja');
const program = `'/home/loja/uma pasta/${name}/balcao'`;
run('loja', `ln -s ${program} /home/loja/atalho`);
// Forty days reach into the month before.
const sample = await open('loja', `env DEMO_DAYS=40 ${program} demo`, '/tmp', 'Vendedor(a)');
const signInAs = async (role: string) => {
  const [, login = '', known = ''] = sample.printed().split(role)[1]?.split(/ +/) ?? [];
  await sample.signIn(login, known);
};
await signInAs('Vendedor(a)');
await sell(sample);
// The libraries and fonts of its two files are part of the bundle.
await signInAs('Administradora');
const months: { month: string; ended: boolean }[] = await sample.call('GET', '/api/months/');
const last = months.find(({ ended }) => ended)?.month;
const key = { 'idempotency-key': randomUUID() };
const closed = await sample.call('POST', `/api/months/${last}/close/`, undefined, key);
for (const format of ['pdf', 'xlsx']) {
  const { id, [format]: issued } = closed.versions[0];
  const file = await sample.call('GET', `/api/monthClosings/${id}/file/?format=${format}`);
  assert.equal(createHash('sha256').update(file).digest('hex'), issued.sha256);
  assert(file.subarray(0, 4).equals(Buffer.from(format === 'pdf' ? '%PDF' : 'PK\x03\x04')));
}
await sample.stop();
await tryShop('loja', '/home/loja/atalho', '/home/loja/uma pasta/balcao-data', '/tmp');

// As install.md says, and the next version beside it.
const steps = `cp -r /srv/loja/${name} /opt/
ln -sfn ${name} /opt/balcao
useradd --system --user-group --home-dir /var/lib/balcao --shell /usr/sbin/nologin balcao
install -g balcao -m 0640 /opt/balcao/deploy/balcao.env /opt/balcao.env
install -d -o balcao -g balcao -m 0700 /var/lib/balcao
cp -r /opt/${name} /opt/balcao-99.0.0`;
for (const step of steps.split('\n')) run('root', step);
const { password, sale } = await tryShop(
  'balcao',
  '/opt/balcao/balcao',
  '/var/lib/balcao',
  '/root',
);
run('root', 'ln -sfn balcao-99.0.0 /opt/balcao');
const next = await open('balcao', '/opt/balcao/balcao', '/root');
await next.signIn('admin', password);
assert.equal((await next.call('GET', `/api/pdv/recordedSales/${sale}/`)).id, sale);
await next.stop();
// Root, in a folder of its own.
await tryShop('root', `/srv/loja/${name}/balcao`, '/srv/loja/balcao-data');
console.log('everything worked');
