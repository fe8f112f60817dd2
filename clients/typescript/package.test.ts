import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../e2e/support/portal-process.ts'
import { user } from '../../server/test/factories.ts'
import { type Portal, testPortal } from '../../server/test/portal.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')

let portal: Portal
let folder: string
let published: string[]
let readmeErrors: string

/** Installs a package and its dependencies into a folder as npm would, from what is installed here. */
async function install(name: string, from = createRequire(import.meta.url)): Promise<void> {
  const manifest = from.resolve(`${name}/package.json`)
  const place = join(folder, 'node_modules', name)
  await mkdir(dirname(place), { recursive: true })
  await symlink(dirname(manifest), place)
  const { dependencies = {} } = JSON.parse(await readFile(manifest, 'utf8'))
  for (const needed of Object.keys(dependencies)) await install(needed, createRequire(manifest))
}

/** The programs of the README, each joined with the block that it continues. */
async function readReadmePrograms(): Promise<{ order: string; webhook: string }> {
  const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, block = '']) => block)
  const webhook = blocks.find((block) => block.includes('verifyWebhook')) ?? ''
  return { order: blocks.filter((block) => block !== webhook).join('\n'), webhook }
}

/** A separate project with the published package and the programs of its README. */
beforeAll(async () => {
  portal = await testPortal({ demoRows: 10_000, worker: true })
  folder = await mkdtemp(join(tmpdir(), 'dooryard-client-'))
  await run(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', join(folder, 'package/dist')], {
    cwd: import.meta.dirname,
  })
  for (const file of ['package.json', 'README.md', 'LICENSE'])
    await cp(join(import.meta.dirname, file), join(folder, 'package', file))
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await run('npm', pack, { cwd: join(folder, 'package') })
  const [{ filename, files }] = JSON.parse(stdout)
  published = files.map(({ path }: { path: string }) => path)
  await mkdir(join(folder, 'node_modules/@dooryard/client'), { recursive: true })
  await run('tar', ['-xzf', filename, '--strip-components=1', '-C', 'node_modules/@dooryard/client'], { cwd: folder })
  await install('standardwebhooks')
  await install('@types/node')
  const { order, webhook } = await readReadmePrograms()
  await writeFile(join(folder, 'order.ts'), order)
  await writeFile(join(folder, 'webhook.ts'), webhook)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  readmeErrors = await compile('order.ts', 'webhook.ts')
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

/** Compiles files of the project with the strictest options and returns the errors. */
const compile = (...files: string[]): Promise<string> => {
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck', 'false']
  const target = ['--module', 'nodenext', '--target', 'esnext', '--lib', 'esnext', '--types', 'node', '--outDir', 'out']
  return run(process.execPath, [tsc, ...options, ...target, ...files], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

test('the package has the built files, its manifest, README and licence', () => {
  expect(published.filter((path) => !/^dist\/[\w.-]+\.(js|d\.ts)$/.test(path)).sort()).toEqual([
    'LICENSE',
    'README.md',
    'package.json',
  ])
  expect(published).toContain('dist/index.js')
  expect(published).toContain('dist/index.d.ts')
})

test('the programs of the README compile, and one with a wrong order does not', async () => {
  expect(readmeErrors).toBe('')
  const wrong = [
    `import { createDooryard } from '@dooryard/client'`,
    `const { orders } = createDooryard({ apiKey: 'dyk_7Hq2', baseUrl: 'https://portal.example.com' })`,
    `await orders.place({ orderName: 'First mailing', quantity: 'many' })`,
    `const count: string = (await orders.get('id')).deliveredQuantity`,
  ]
  await writeFile(join(folder, 'wrong.ts'), wrong.join('\n'))
  const said = await compile('wrong.ts')
  expect(said.match(/wrong\.ts\(\d+,\d+\): error TS\d+/g)).toEqual([
    expect.stringContaining('wrong.ts(3,'),
    expect.stringContaining('wrong.ts(4,'),
  ])
})

test('the first program of the README places an order and gets its file', async () => {
  const { as } = await user(portal, { onDemandCredits: 1_000 })
  const { body } = await as.call(apiKeys.create, {
    body: { name: 'README', scopes: ['counts:read', 'orders:read', 'orders:write'] },
  })
  const env = { ...process.env, DOORYARD_API_KEY: body.key, DOORYARD_URL: portal.url }
  const { stdout, stderr } = await run(process.execPath, ['out/order.js'], { cwd: folder, env })
  expect(stdout).toContain('50 leads for 50 credits')
  expect(stderr).toContain('100000 credits needed, 900 there')
  const csv = await readFile(join(folder, 'leads.csv'), 'utf8')
  expect(csv.trimEnd().split('\n')).toHaveLength(51)
})

test('the receiver of the README accepts signed requests only', async () => {
  const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
  const port = await freePort()
  const env = { ...process.env, DOORYARD_WEBHOOK_SECRET: secret, PORT: String(port) }
  const receiver = spawn(process.execPath, ['out/webhook.js'], { cwd: folder, env })
  let said = ''
  receiver.stdout.on('data', (data) => (said += data))
  const body = JSON.stringify({ id: 'e', type: 'order.completed', data: { order: { orderName: 'First mailing' } } })
  const at = new Date()
  const headers = {
    'webhook-id': 'e',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('e', at, body),
  }
  const send = async (text: string) =>
    (await fetch(`http://localhost:${port}`, { method: 'POST', body: text, headers }).catch(() => undefined))?.status
  await expect.poll(() => send(body)).toBe(204)
  expect(await send(body.replace('First', 'Last'))).toBe(400)
  await expect.poll(() => said).toContain('First mailing is ready')
  expect(said).not.toContain('Last')
  receiver.kill()
  await once(receiver, 'exit')
})
