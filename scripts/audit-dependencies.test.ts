import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { classifyFindings } from './lib/advisories.ts'

// The command with npm itself, in a temporary tree, against a test registry.

const today = new Date().toISOString().slice(0, 10)
const registry = { status: 200, advisories: {} as Record<string, unknown[]>, asked: [] as string[] }

const server = createServer((request, response) => {
  registry.asked.push(request.url ?? '')
  request.resume()
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (request.url === '/-/npm/v1/security/advisories/bulk') return send(registry.status, registry.advisories)
  const name = request.url?.slice(1) ?? ''
  if (!['served', 'tool'].includes(name)) return send(404, {})
  // The available versions, which npm requests once a package has an advisory.
  const version = { name, version: '1.0.0', dist: { tarball: 'http://127.0.0.1/none.tgz' } }
  return send(200, { name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } })
})

let tree = ''
const write = (file: string, content: unknown) => writeFile(join(tree, file), JSON.stringify(content))

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  tree = await mkdtemp(join(tmpdir(), 'dooryard-advisories-'))
  await mkdir(join(tree, 'scripts', 'lib'), { recursive: true })
  for (const file of ['audit-dependencies.ts', 'lib/advisories.ts'])
    await cp(join(import.meta.dirname, file), join(tree, 'scripts', file))
  const wanted = { dependencies: { served: '1.0.0' }, devDependencies: { tool: '1.0.0' } }
  await write('package.json', { name: 'tree', version: '1.0.0', type: 'module', ...wanted })
  await write('package-lock.json', {
    ...{ name: 'tree', version: '1.0.0', lockfileVersion: 3, requires: true },
    packages: {
      '': { name: 'tree', version: '1.0.0', ...wanted },
      'node_modules/served': { version: '1.0.0' },
      'node_modules/tool': { version: '1.0.0', dev: true },
    },
  })
})
beforeEach(async () => {
  Object.assign(registry, { status: 200, advisories: {}, asked: [] })
  await write('scripts/lib/allowed-advisories.json', [])
})
afterAll(async () => {
  server.close()
  await rm(tree, { recursive: true })
})

const getRegistryUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

/** Runs the command against a registry, without the npm configuration of this machine. */
function audit(url = getRegistryUrl()) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'))
  const npm = {
    npm_config_registry: url,
    npm_config_cache: join(tree, 'cache'),
    npm_config_userconfig: join(tree, 'npmrc'),
  }
  const env = { ...Object.fromEntries(inherited), ...npm }
  return new Promise<{ status: number; said: string }>((resolve) => {
    execFile(process.execPath, ['scripts/audit-dependencies.ts'], { cwd: tree, env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

const advisory = (id: string, severity: string, title: string) => ({
  ...{ id: Number(id.at(-1)), url: `https://github.com/advisories/${id}`, title, severity },
  ...{ vulnerable_versions: '<=1.0.0', cwe: [], cvss: { score: 0, vectorString: null } },
})

const leak = advisory('GHSA-aaaa-aaaa-aaa1', 'high', 'It leaks')
const crash = advisory('GHSA-bbbb-bbbb-bbb2', 'low', 'It crashes')

test('dependencies without known advisories pass', async () => {
  const { status, said } = await audit()
  expect(said).toContain('Advisories for 2 installed packages')
  expect(status).toBe(0)
  expect(registry.asked).toContain('/-/npm/v1/security/advisories/bulk')
})

test('findings are listed by package, the most severe first, and fail', async () => {
  registry.advisories = {
    served: [crash, leak],
    tool: [advisory('GHSA-cccc-cccc-ccc3', 'critical', 'It runs anything')],
  }
  const { status, said } = await audit()
  expect(said.split('\n').slice(1, -1)).toEqual([
    'Open, in what the portal runs with: 2',
    '  high: served <=1.0.0, It leaks (https://github.com/advisories/GHSA-aaaa-aaaa-aaa1)',
    '  low: served <=1.0.0, It crashes (https://github.com/advisories/GHSA-bbbb-bbbb-bbb2)',
    'Open, in what it is built and tested with: 1',
    '  critical: tool <=1.0.0, It runs anything (https://github.com/advisories/GHSA-cccc-cccc-ccc3)',
  ])
  expect(status).toBe(1)
})

test('an accepted finding passes until its date, with its reason, and is reported once it no longer applies', async () => {
  registry.advisories = { served: [leak] }
  const entry = { advisory: 'GHSA-aaaa-aaaa-aaa1', reason: 'The part that leaks is not called', until: today }
  await write('scripts/lib/allowed-advisories.json', [entry, { ...entry, advisory: 'GHSA-dddd-dddd-ddd4' }])
  const accepted = await audit()
  expect(accepted.said).toContain(`accepted until ${today}: The part that leaks is not called`)
  expect(accepted.said).toContain('GHSA-dddd-dddd-ddd4 is accepted, and applies no more')
  expect(accepted.status).toBe(0)
})

test('an advisory is accepted up to its date, and for at most 90 days', () => {
  const finding = { ...leak, name: 'served', range: '<=1.0.0', isProduction: true }
  const openWith = (until: string) =>
    classifyFindings([finding], [{ advisory: 'GHSA-aaaa-aaaa-aaa1', reason: 'Not called', until }], '2026-11-02')
      .production
  for (const until of ['2026-11-02', '2027-01-31']) expect(openWith(until)).toEqual([])
  for (const until of ['2026-11-01', '2027-02-01', 'some day']) expect(openWith(until)).toEqual([finding])
})

test('a registry without advisories, or an unreachable one, fails with its own status and message', async () => {
  registry.status = 404
  const none = await audit()
  expect(none.said).toContain('nothing is known of the dependencies')
  expect(none.status).toBe(2)
  const nowhere = await audit('http://127.0.0.1:9/')
  expect(nowhere.said).toMatch(/nothing is known of the dependencies: .*ECONNREFUSED/)
  expect(nowhere.status).toBe(2)
})
