import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { request } from 'undici'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOutbound, hostNotFoundMessage, isPublicAddress } from './outbound.ts'

/** Counts every connection. */
const canary = { connections: 0 }
const server = createServer((_, response) => response.end('reached'))
server.on('connection', () => {
  canary.connections += 1
})
// Every address of this host, in both families, on one port.
await new Promise<void>((resolve) => server.listen(0, '::', resolve))
const { port } = server.address() as AddressInfo
/** A port on which nothing listens. */
const closedPort = await new Promise<number>((resolve) => {
  const other = createTcpServer().listen(0, '::', () => {
    const address = other.address() as AddressInfo
    other.close(() => resolve(address.port))
  })
})

/** What names resolve to, one answer after another; the last is repeated. */
const names = new Map<string, string[][]>()
const queries: string[] = []
async function resolve(name: string): Promise<string[]> {
  queries.push(name)
  const answers = names.get(name) ?? []
  const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
  if (answer.length === 0) throw new Error(`getaddrinfo ENOTFOUND ${name}`)
  return answer
}

// A public address that is not assigned: a connection to it fails or times out.
const elsewhere = '2000::1'
const guarded = createOutbound({ allowPrivate: false, resolve, connectTimeoutMs: 300 })
const unguarded = createOutbound({ allowPrivate: true, resolve, connectTimeoutMs: 2000 })
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await Promise.all([guarded.close(), unguarded.close()])
  server.close()
})
beforeEach(() => {
  canary.connections = 0
  queries.length = 0
})

/** Returns the outcome of a request: the answer, or the error. */
const call = (url: string, { agent } = guarded) =>
  request(url, { dispatcher: agent, reset: true }).then(
    async ({ body }) => body.text(),
    ({ code, message }) => [code, message].filter(Boolean).join(' '),
  )

const localAddresses = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.8.9.10',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7F.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.01',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
]

describe.each(localAddresses)('https://%s/', (host) => {
  test('is refused before any connection, at an open port as at a closed one', async () => {
    for (const at of [port, closedPort]) {
      expect(await call(`https://${host}:${at}/`)).toBe(hostNotFoundMessage)
      expect(await guarded.refusal(`https://${host}:${at}/`)).toBe(hostNotFoundMessage)
    }
    expect(canary.connections).toBe(0)
  })
})

test.each(['127.1', '0x7f000001', '017700000001', '[::1]', '[::ffff:7f00:1]'])(
  'http://%s/ reaches the canary where private targets are allowed, so it is the guard that blocks it',
  async (host) => {
    expect(await call(`http://${host}:${port}/`, unguarded)).toBe('reached')
    expect(await unguarded.refusal(`http://${host}:${port}/`)).toBeNull()
    expect(canary.connections).toBe(1)
  },
)

describe('a name', () => {
  test.each([
    ['that is of this host', 'localhost', ['127.0.0.1']],
    ['that is of this host, with its last dot', 'localhost.', ['127.0.0.1']],
    ['below localhost', 'deep.localhost', ['::1']],
    ['of a private address', 'inside.example', ['10.0.0.7']],
    ['of the metadata of a cloud', 'metadata.example', ['169.254.169.254']],
    ['of several addresses, one of them private', 'mixed.example', [elsewhere, '127.0.0.1']],
    ['of several addresses, one of them mapped', 'mapped.example', [elsewhere, '::ffff:127.0.0.1']],
    ['of a link-local address with its zone', 'zone.example', ['fe80::1%lo']],
    ['of no address', 'nowhere.example', []],
    ['of something that is no address', 'odd.example', ['0x7f.1']],
  ])('%s is refused: %s', async (_, name, addresses) => {
    names.set(name, [addresses])
    for (const at of [port, closedPort]) expect(await call(`https://${name}:${at}/`)).toBe(hostNotFoundMessage)
    expect(await guarded.refusal(`https://${name}/`)).toBe(hostNotFoundMessage)
    expect(queries).toEqual([name, name, name])
    expect(canary.connections).toBe(0)
  })

  test('that becomes private after it was checked is refused when it is called', async () => {
    names.set('turncoat.example', [[elsewhere], ['127.0.0.1']])
    expect(await guarded.refusal('https://turncoat.example/')).toBeNull()
    expect(await call(`https://turncoat.example:${port}/`)).toBe(hostNotFoundMessage)
    expect(canary.connections).toBe(0)
  })

  test('that becomes private during the call is called at the address that was checked', async () => {
    names.set('flicker.example', [[elsewhere], ['127.0.0.1']])
    const failure = await call(`https://flicker.example:${port}/`)
    expect(failure).not.toBe(hostNotFoundMessage)
    expect(failure).not.toBe('reached')
    // Once for the connection: no second answer could redirect it.
    expect(queries).toEqual(['flicker.example'])
    expect(canary.connections).toBe(0)
  })

  test('reaches the canary where private targets are allowed', async () => {
    names.set('inside.example', [['127.0.0.1']])
    expect(await call(`http://inside.example:${port}/`, unguarded)).toBe('reached')
    expect(await unguarded.refusal('http://inside.example/')).toBeNull()
    expect(canary.connections).toBe(1)
  })
})

test.each([
  '169.254.169.254',
  '[fe80::1]',
  '[::ffff:169.254.169.254]',
  '168.63.129.16',
  '100.100.100.200',
  '[fd00:ec2::254]',
])('cloud metadata at %s is never requested, not even where private targets are allowed', async (host) => {
  const url = `http://${host}:${port}/`
  expect(await unguarded.refusal(url)).toBe(hostNotFoundMessage)
  expect(await call(url, unguarded)).toBe(hostNotFoundMessage)
  names.set('cloud.example', [['127.0.0.1', host.replace(/^\[|\]$/g, '')]])
  expect(await call(`http://cloud.example:${port}/`, unguarded)).toBe(hostNotFoundMessage)
  expect(canary.connections).toBe(0)
})

test('a URL that is not encrypted is refused unless private targets are allowed', async () => {
  expect(await guarded.refusal('http://1.1.1.1/')).toBe('The URL must begin with https://.')
  expect(await guarded.refusal('https://1.1.1.1/')).toBeNull()
  expect(await unguarded.refusal('http://1.1.1.1/')).toBeNull()
})

test('an unencrypted request is not sent, wherever it was saved, unless private targets are allowed', async () => {
  const encrypted = 'The URL must begin with https://.'
  names.set('plain.example', [[elsewhere]])
  const tried = async (host: string) => {
    expect(await call(`http://${host}:${port}/`)).toBe(encrypted)
    expect(await call(`https://${host}:${port}/`)).not.toBe(encrypted)
  }
  await Promise.all(['plain.example', `[${elsewhere}]`, '127.0.0.1'].map(tried))
  // For the encrypted call alone.
  expect(queries).toEqual(['plain.example'])
  expect(canary.connections).toBe(0)
  expect(await call(`http://127.0.0.1:${port}/`, unguarded)).toBe('reached')
})

test.each([
  // This host and its network
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.254', '127.0.0.1'],
  ...['169.254.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  // Cloud metadata at an address in a public range
  '168.63.129.16',
  // Reserved for other purposes
  ...['192.0.0.1', '192.0.0.170', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.255', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::127.0.0.1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:127.0.0.1'],
  ...['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '64:ff9b:1:ffff::a00:1', '100::1', '100:0:0:1::1'],
  ...['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:2::1', '2001:10::1', '2001:20::1', '2001:30::1'],
  ...['2001:db8::1', '2002:7f00:1::', '2002:a00:1::1', '3fff::1', '3fff:fff::1', '4000::1', '5f00::1'],
  ...['fc00::1', 'fd00:ec2::254', 'fdff::1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'feff::1', 'ff02::1'],
  // No addresses, however another parser reads them
  ...['127.1', '0177.0.0.1', '0x7f.0.0.1', '2130706433', '1.1.1', '01.1.1.1', '[::1]', 'localhost', ''],
])('%s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.1', '100.63.255.255', '100.128.0.1', '126.255.255.255'],
  ...[
    '172.15.255.255',
    '172.32.0.1',
    '168.63.129.15',
    '168.63.129.17',
    '192.167.255.255',
    '192.169.0.1',
    '198.17.255.255',
    '198.20.0.1',
  ],
  ...[
    '223.255.255.255',
    '2000::1',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001::1',
    '2400:cb00::1',
  ],
])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('a redirect is returned and not followed', async () => {
  const pointing = createServer((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
  )
  await new Promise<void>((listening) => pointing.listen(0, '127.0.0.1', listening))
  const { port: at } = pointing.address() as AddressInfo
  const { statusCode } = await request(`http://127.0.0.1:${at}/`, { dispatcher: unguarded.agent })
  expect(statusCode).toBe(302)
  expect(canary.connections).toBe(0)
  pointing.closeAllConnections()
  pointing.close()
})

test('a proxy of the environment is not used', async () => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy']) vi.stubEnv(name, `http://127.0.0.1:${port}`)
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  const outbound = createOutbound({ allowPrivate: false, resolve, connectTimeoutMs: 300 })
  expect(await call(`https://[${elsewhere}]/`, outbound)).not.toBe('reached')
  await outbound.close()
  expect(canary.connections).toBe(0)
})
