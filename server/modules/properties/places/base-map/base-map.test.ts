import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSecrets } from '../../../../platform/crypto/secrets.ts'
import { createApp } from '../../../../platform/http/app.ts'
import { createRateLimiter } from '../../../../platform/http/limits/rate-limits.ts'
import { createLog } from '../../../../platform/log.ts'
import { systemClock } from '../../../../platform/util/clock.ts'
import { listenOnFreePort } from '../../../../test/listen-on-free-port.ts'
import { testDatabase } from '../../../../test/stores/database.ts'
import { serveBaseMap } from './base-map.routes.ts'
import { getBaseMapFile, openBaseMap } from './serve/base-map.ts'
import { streetAt } from './write/base-map.fixture.ts'
import { writeBaseMap } from './write/write-base-map.ts'

const cleanUps: (() => unknown)[] = []
const dataDir = await mkdtemp(join(tmpdir(), 'base-map-'))
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
  await rm(dataDir, { recursive: true })
})

const file = getBaseMapFile(dataDir)
let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  cleanUps.push(database.close)
  await writeMap(file, '© Example Streets')
})
const writeMap = (path: string, attribution: string) =>
  writeBaseMap(path, [streetAt(-86.7, 36.1, 'Tarrowell Drive')], { name: 'Made-up County', attribution, maxZoom: 14 })

/** A portal with a base map; what it logs; and requests to its file. */
async function startPortal(baseMap?: string, dataFolder = dataDir) {
  const logged: string[] = []
  const log = createLog('warn', { write: (line) => void logged.push(line) })
  const map = openBaseMap({ dataDir: dataFolder, baseMap }, { log, clock: systemClock })
  const state = () => 'ready' as const
  const app = createApp({ log, publicUrl: 'https://portal.example.com', state, checkStores: async () => true })
  const address = `192.0.2.${cleanUps.length}`
  const limiter = createRateLimiter(database.pool, { secrets: createSecrets(randomBytes(32)), generosity: 10 / 3_000 })
  serveBaseMap(app, map, { limiter, getAddress: () => address })
  const server = await listenOnFreePort(app)
  cleanUps.push(server.close)
  const get = async (headers: Record<string, string> = {}, { method = 'GET', query = '' } = {}) => {
    const reply = await fetch(`${server.url}/map/base.pmtiles${query}`, { method, headers })
    return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
  }
  return { get, describe: map.describe, logged }
}

describe('a file in the data folder', () => {
  test('is served once it is there, and in its new form once it is replaced', async () => {
    const folder = await mkdtemp(join(dataDir, 'new-'))
    const { get, describe } = await startPortal(undefined, folder)
    expect(await describe()).toBeNull()
    expect((await get()).status).toBe(404)

    await writeMap(getBaseMapFile(folder), '© Example Streets')
    const first = await describe()
    expect(first).toMatchObject({ url: `/map/base.pmtiles?v=${first?.version}`, attribution: '© Example Streets' })
    const before = await get({ range: 'bytes=0-126' })
    expect(before.bytes.subarray(0, 7).toString()).toBe('PMTiles')

    await writeMap(getBaseMapFile(folder), '© Other Streets')
    const second = await describe()
    expect(second).toMatchObject({
      attribution: '© Other Streets',
      version: expect.not.stringMatching(first?.version ?? ''),
    })
    const after = await get({ range: 'bytes=0-126', 'if-none-match': before.headers.get('etag') ?? '' })
    expect(after.status).toBe(206)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    // A page that was opened before reads on under its old address, and keeps nothing of it.
    expect((await get({ range: 'bytes=0-9' }, { query: `?v=${first?.version}` })).headers.get('cache-control')).toBe(
      'no-cache',
    )
    expect(
      (await get({ range: 'bytes=0-9' }, { query: `?v=${second?.version}` })).headers.get('cache-control'),
    ).toMatch('immutable')
  })

  test('is sent in the range that is asked for', async () => {
    const { get } = await startPortal()
    const whole = await readFile(file)
    const size = whole.length
    const ranges: [string, number, number][] = [
      ['bytes=0-6', 0, 6],
      [`bytes=${size - 3}-`, size - 3, size - 1],
      ['bytes=-4', size - 4, size - 1],
      [`bytes=10-${size + 100}`, 10, size - 1],
      ['bytes=-999999999', 0, size - 1],
    ]
    for (const [range, start, end] of ranges) {
      const reply = await get({ range })
      expect([range, reply.status]).toEqual([range, 206])
      expect(reply.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`)
      expect(reply.bytes.equals(whole.subarray(start, end + 1))).toBe(true)
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const reply = await get({ range })
      expect([range, reply.status, reply.headers.get('content-range')]).toEqual([range, 416, `bytes */${size}`])
    }
    // Ranges that a server does not know are ignored.
    for (const range of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-', '']) {
      const reply = await get({ range })
      expect([range, reply.status, reply.bytes.equals(whole)]).toEqual([range, 200, true])
    }
  })

  test('is not sent again to a browser that has it', async () => {
    const { get } = await startPortal()
    const head = await get({}, { method: 'HEAD' })
    const whole = await readFile(file)
    expect(head.headers.get('content-length')).toBe(String(whole.length))
    expect(head.headers.get('accept-ranges')).toBe('bytes')
    const etag = head.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(await get({ 'if-none-match': `"other", ${etag}` })).toMatchObject({ status: 304, bytes: Buffer.alloc(0) })
    expect((await get({ range: 'bytes=0-3', 'if-range': etag })).status).toBe(206)
    expect((await get({ range: 'bytes=0-3', 'if-range': '"other"' })).bytes.equals(whole)).toBe(true)
  })

  test('that is no map of vector tiles is not announced, and the log says so once', async () => {
    await writeFile(join(dataDir, 'other.pmtiles'), randomBytes(40_000))
    const { describe, logged } = await startPortal('other.pmtiles')
    expect([await describe(), await describe()]).toEqual([null, null])
    expect(logged.filter((line) => line.includes('cannot be drawn'))).toHaveLength(1)
  })
})

describe('a file of another server', () => {
  const asked: IncomingHttpHeaders[] = []
  let isDown = false
  let failsAfter = Number.POSITIVE_INFINITY
  /** Serves ranges of the file, as object stores do. */
  const other = createServer(async (request, response) => {
    asked.push(request.headers)
    if (isDown || failsAfter-- <= 0) return response.writeHead(503).end()
    const whole = await readFile(file)
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (Number(start) >= whole.length)
      return response.writeHead(416, { 'content-range': `bytes */${whole.length}` }).end()
    const part = whole.subarray(Number(start), Number(end) + 1)
    const range = `bytes ${start}-${Number(start) + part.length - 1}/${whole.length}`
    response.writeHead(206, { etag: '"v1"', 'content-range': range }).end(part)
  })
  let address = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/us.pmtiles`
    cleanUps.push(() => other.close())
  })
  afterEach(() => {
    isDown = false
    failsAfter = Number.POSITIVE_INFINITY
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  test('is read by the portal, in small parts alone', async () => {
    const { get, describe } = await startPortal(address)
    expect(await describe()).toMatchObject({ attribution: '© Example Streets' })
    const whole = await readFile(file)
    const reply = await get({ range: 'bytes=3-9', cookie: 'private', 'user-agent': 'Visitor/1' })
    expect(reply).toMatchObject({ status: 206, bytes: whole.subarray(3, 10) })
    // The other server learns nothing of the visitor but the bytes.
    expect(JSON.stringify(asked)).not.toMatch(/private|Visitor/)
    expect((await get({ range: `bytes=${whole.length}-` })).status).toBe(416)
    expect((await get({ 'if-none-match': '"v1"' })).status).toBe(304)
    await get({ range: 'bytes=0-99999999' })
    expect(asked.at(-1)?.range).toBe(`bytes=0-${8 * 1024 * 1024 - 1}`)
  })

  test('is asked for with a signature where it is in S3', async () => {
    const { origin } = new URL(address)
    const keys = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'AKIAFICTIONAL', AWS_SECRET_ACCESS_KEY: 'fictional' }
    for (const [name, value] of Object.entries({ ...keys, AWS_ENDPOINT_URL_S3: origin })) vi.stubEnv(name, value)
    const { describe } = await startPortal('s3://maps/us.pmtiles')
    expect(await describe()).toMatchObject({ attribution: '© Example Streets' })
    expect(asked.at(-1)?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIAFICTIONAL\//)
  })

  test('is asked for one address only so often', async () => {
    const { get } = await startPortal(address)
    const replies = await Promise.all(Array.from({ length: 11 }, () => get({ range: 'bytes=0-9' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(206), 429])
    expect(replies.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('that cannot be reached leaves maps without streets for now', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { get, describe, logged } = await startPortal(address)
    isDown = true
    expect(await describe()).toBeNull()
    expect(await get({ range: 'bytes=0-9' })).toMatchObject({ status: 503 })
    expect(logged.join()).toMatch(/status 503.*could not be read from its server/)
    // Its version is told, and then not what it says of itself.
    isDown = false
    failsAfter = 1
    vi.advanceTimersByTime(61_000)
    expect(await describe()).toBeNull()
    expect(logged.join()).not.toContain('cannot be drawn')
    failsAfter = Number.POSITIVE_INFINITY
    vi.advanceTimersByTime(61_000)
    expect(await describe()).toMatchObject({ attribution: '© Example Streets' })
  })
})
