import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { listenOnFreePort } from '../../../test/listen-on-free-port.ts'
import { createLog } from '../../log.ts'
import { createApp } from '../app.ts'
import { serveWeb } from '../web/static-files.ts'

// Requests that no client library would send: raw bytes as an attacker writes them.

const checkout = await mkdtemp(join(tmpdir(), 'dooryard-raw-'))
const folder = join(checkout, 'dist')
await mkdir(join(folder, 'assets', 'inner'), { recursive: true })
await writeFile(join(folder, 'index.html'), '<p>the page</p>')
await writeFile(join(folder, 'robots.txt'), 'User-agent: *')
await mkdir(join(checkout, '.git'))
await writeFile(join(checkout, '.git', 'config'), 'repositoryformatversion = 0')
await writeFile(join(folder, 'assets', 'inner', 'app.js'), 'export {}')
const app = createApp({
  log: createLog('silent'),
  publicUrl: 'https://portal.example.com',
  state: () => 'ready',
  checkStores: async () => true,
})
serveWeb(app, folder)
const server = await listenOnFreePort(app)
afterAll(async () => {
  await server.close()
  await rm(checkout, { recursive: true })
})

/** Returns the whole answer to a request with this first line, headers and body. */
function sendRaw(line: string, headers: string[] = [], body = ''): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write([`${line} HTTP/1.1`, 'Host: portal.example.com', 'Connection: close', ...headers, '', body].join('\r\n'))
  return text(socket)
}

const parseStatus = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

test.each([
  ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
  ['two lengths', ['Content-Length: 4', 'Content-Length: 5']],
  ['chunks that are not the last encoding', ['Transfer-Encoding: chunked, identity']],
  ['a header with a line end in it', ['X-Note: one\rX-Other: two']],
])('a request whose end is ambiguous is refused: %s', async (_, headers) => {
  expect(parseStatus(await sendRaw('POST /v1/auth/login', headers, '0\r\n\r\n'))).toBe(400)
})

test.each(['/', '/robots.txt', '/v1/openapi.json'])('TRACE of %s echoes nothing', async (path) => {
  const answer = await sendRaw(`TRACE ${path}`, ['X-Note: of-a-proxy'])
  expect(parseStatus(answer)).toBe(404)
  expect(answer).not.toContain('of-a-proxy')
})

test.each(['/assets', '/assets/', '/assets/inner', '/assets/inner/'])('no folder is listed: %s', async (path) => {
  const answer = await sendRaw(`GET ${path}`)
  expect(answer).not.toContain('app.js')
})

test.each([
  '/../../etc/passwd',
  '/assets/..%2f..%2f..%2fetc%2fpasswd',
  '/assets/%2e%2e/%2e%2e/etc/passwd',
  '/.git/config',
  '/../.git/config',
  '/assets/..%2f..%2f.git/config',
])('nothing outside the web client is served: %s', async (path) => {
  const answer = await sendRaw(`GET ${path}`)
  expect(answer).not.toMatch(/root:|repositoryformatversion/)
})
