import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { listenOnFreePort } from '../../../test/listen-on-free-port.ts'
import { createLog } from '../../log.ts'
import { type AppOptions, createApp } from '../app.ts'
import { serveWeb } from './static-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'dooryard-web-'))
await writeFile(
  join(folder, 'index.html'),
  '<meta property="csp-nonce" nonce="NONCE_OF_THIS_PAGE"><style nonce="NONCE_OF_THIS_PAGE"></style>',
)
await writeFile(join(folder, 'robots.txt'), 'User-agent: *')
await mkdir(join(folder, 'assets'))
await writeFile(join(folder, 'assets', 'app.js'), 'export {}')

function portal(options: Partial<AppOptions> = {}) {
  const app = createApp({
    log: createLog('silent'),
    publicUrl: 'https://portal.example.com',
    state: () => 'ready',
    checkStores: async () => true,
    ...options,
  })
  serveWeb(app, folder)
  return app
}

const app = portal()
// The server's Response differs from Node's, and has other headers.
const server = await listenOnFreePort(app)
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** Parses the policy of a response, directive by directive. */
const parsePolicy = ({ headers }: Response) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values]
    }),
  )

describe('every response but the files of the web client', () => {
  test.each(['/', '/login', '/robots.txt', '/v1/openapi.json', '/v1/nowhere', '/healthz'])(
    'forbids unused features: %s',
    async (path) => {
      const reply = await app.request(path)
      expect(parsePolicy(reply)).toEqual({
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", expect.stringMatching(/^'nonce-[\w+/=]{20,}'$/)],
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'connect-src': ["'self'"],
        'frame-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      })
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        // Features that are not named, such as passkeys, are allowed to the portal itself alone.
        'permissions-policy': expect.stringMatching(/camera=\(\), (?!.*publickey).*geolocation=\(self\)/),
      })
      expect([...reply.headers.keys()].filter((name) => /^access-control|^server$|^x-powered-by/.test(name))).toEqual(
        [],
      )
    },
  )

  test('lets a map fetch its parts from the configured origins, and nothing else from there', async () => {
    const mapOrigins = ['https://maps.example.com', 'https://tiles.example.com']
    const policy = parsePolicy(await portal({ mapOrigins }).request('/'))
    expect(policy['connect-src']).toEqual(["'self'", ...mapOrigins])
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:', ...mapOrigins])
    const elsewhere = Object.entries(policy).filter(([, values]) => values.some((value) => value.includes('example')))
    expect(elsewhere.map(([name]) => name).sort()).toEqual(['connect-src', 'img-src'])
  })

  test('requires TLS only where the portal has it', async () => {
    const plain = await portal({ publicUrl: 'http://localhost:3000' }).request('/')
    expect(plain.headers.has('strict-transport-security')).toBe(false)
  })

  test('of the API is never cached', async () => {
    for (const path of ['/v1/openapi.json', '/v1/nowhere'])
      expect((await app.request(path)).headers.get('cache-control')).toBe('no-store')
  })
})

describe('a page', () => {
  test.each(['/', '/index.html', '/portal/campaigns'])(
    'has its own nonce, the one its policy names: %s',
    async (path) => {
      const nonces = new Set<string>()
      for (let time = 0; time < 3; time++) {
        const reply = await app.request(path)
        const html = await reply.text()
        expect(reply.headers.get('cache-control')).toBe('no-store')
        const nonce = parsePolicy(reply)['style-src']?.[1]?.match(/nonce-([^']+)/)?.[1] ?? ''
        expect(html).toBe(`<meta property="csp-nonce" nonce="${nonce}"><style nonce="${nonce}"></style>`)
        nonces.add(nonce)
      }
      expect(nonces.size).toBe(3)
    },
  )

  test('is not served for a missing asset or call', async () => {
    for (const path of ['/assets/old.js', '/v1/old']) expect((await app.request(path)).status).toBe(404)
  })
})

test('a file of the web client has the headers that matter for a file, also when it is opened or runs by itself', async () => {
  const reply = await app.request('/assets/app.js')
  expect(reply.status).toBe(200)
  expect(Object.fromEntries(reply.headers)).toEqual({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': '9',
    'content-security-policy':
      "default-src 'self'; connect-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'same-origin',
    'last-modified': expect.any(String),
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  })
  const mapOrigins = ['https://tiles.example.com']
  const ofMaps = parsePolicy(await portal({ mapOrigins }).request('/assets/app.js'))
  expect(ofMaps['connect-src']).toEqual(["'self'", 'data:', ...mapOrigins])
  const missing = await app.request('/assets/missing.js')
  expect([missing.status, missing.headers.get('x-content-type-options')]).toEqual([404, 'nosniff'])
})

describe('pages of other origins', () => {
  const friend = 'https://app.example.com'
  const open = portal({ corsOrigins: [friend] })
  const preflight = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'idempotency-key' }
  const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin')

  test('may call nothing unless they are listed', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const reply = await app.request('/v1/openapi.json', { method, headers: { origin: friend, ...preflight } })
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('may call when listed, without cookies, and read the rate limit headers', async () => {
    const reply = await open.request('/v1/openapi.json', { headers: { origin: friend } })
    expect(allowed(reply)).toBe(friend)
    expect(reply.headers.get('vary')).toContain('Origin')
    expect(reply.headers.has('access-control-allow-credentials')).toBe(false)
    expect(reply.headers.get('access-control-expose-headers')).toMatch(/RateLimit,RateLimit-Policy,Retry-After/)
    const requestedHeaders = await open.request('/v1/openapi.json', {
      method: 'OPTIONS',
      headers: { origin: friend, ...preflight },
    })
    expect(requestedHeaders.status).toBe(204)
    expect(allowed(requestedHeaders)).toBe(friend)
    expect(requestedHeaders.headers.get('access-control-allow-headers')).toContain('Idempotency-Key')
  })

  test('read the errors too', async () => {
    const reply = await open.request('/v1/nowhere', { headers: { origin: friend } })
    expect([reply.status, allowed(reply)]).toEqual([404, friend])
  })

  test.each(['https://app.example.com.evil.test', 'https://evil.test', 'http://app.example.com', 'null', `${friend}/`])(
    'are matched exactly: %s is not',
    async (origin) => {
      for (const method of ['GET', 'OPTIONS'])
        expect(
          allowed(await open.request('/v1/openapi.json', { method, headers: { origin, ...preflight } })),
        ).toBeNull()
    },
  )

  test('get no page of this portal', async () => {
    expect(allowed(await open.request('/', { headers: { origin: friend } }))).toBeNull()
  })
})
