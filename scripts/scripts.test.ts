import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

// The scripts run in a temporary tree, with commands that record their arguments.

let tree: string
const children: ChildProcess[] = []

const write = async (file: string, text: string, mode = 0o644) => {
  await mkdir(dirname(join(tree, file)), { recursive: true })
  await writeFile(join(tree, file), text)
  await chmod(join(tree, file), mode)
}

const lock = (version: string) =>
  JSON.stringify({
    packages: { '': {}, 'node_modules/a': { version }, 'node_modules/b': { version: '1', optional: true } },
  })

beforeEach(async () => {
  tree = await mkdtemp(join(tmpdir(), 'dooryard-scripts-'))
  await cp(import.meta.dirname, join(tree, 'scripts'), { recursive: true })
  await write('package.json', '{"type":"module"}')
  await write('package-lock.json', lock('1.0.0'))
  await write('node_modules/.package-lock.json', lock('1.0.0'))
  await mkdir(join(tree, 'node_modules/.bin'))
  await symlink(process.execPath, join(tree, 'node_modules/.bin/node'))
  await write(
    'node_modules/vite/bin/vite.js',
    `
    const { appendFileSync, mkdirSync } = require('node:fs')
    mkdirSync('dist', { recursive: true })
    appendFileSync('../built', 'x')
  `,
  )
  await write('node_modules/vite/package.json', '{}')
  await write('web/src/main.tsx', 'export {}')
  await write('bin/npm', `#!/bin/sh\necho "npm $*"\nexit \${NPM_STATUS:-0}\n`, 0o755)
  await write(
    'server/cli/wait.ts',
    `
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { console.log('got ' + signal); setTimeout(() => process.exit(7), 200) })
    // Once it says so it can be sent a signal.
    console.log('running ' + process.pid + ' ' + process.argv.slice(2).join(' '))
    setTimeout(() => {}, 30_000)
  `,
  )
  await write('server/main.ts', `process.exit(process.argv.length > 2 ? 3 : 0)`)
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(tree, { recursive: true })
})

function start(script: string, args: string[] = [], env: Record<string, string> = {}) {
  const path = `${join(tree, 'bin')}:${process.env['PATH']}`
  const child = spawn(process.execPath, [join(tree, 'scripts', script), ...args], {
    env: { ...process.env, PATH: path, ...env },
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  return { child, ended: once(child, 'close'), output: () => output }
}

async function finish(script: string, args: string[] = [], env: Record<string, string> = {}) {
  const { ended, output } = start(script, args, env)
  const [status] = await ended
  return { status, output: output() }
}

async function startWaiting() {
  const started = start('cli.mjs', ['wait', '--some', 'words'])
  await expect.poll(started.output).toMatch(/running \d+ --some words\n/)
  return { ...started, pid: Number(/running (\d+)/.exec(started.output())?.[1]) }
}

const isRunning = (pid: number) =>
  new Promise<boolean>((resolve) =>
    execFile('ps', ['-o', 'stat=', '-p', String(pid)], (_, stdout) =>
      resolve(stdout !== '' && !stdout.startsWith('Z')),
    ),
  )

describe('a command', () => {
  test('receives its arguments, and an unknown one is reported with the available ones', async () => {
    expect(await finish('cli.mjs', ['walk'])).toEqual({
      status: 1,
      output: 'There is no command "walk": choose one of wait.\n',
    })
    expect((await startWaiting()).output()).toContain('--some words')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    "that receives %s gets it once, drains, and the exit status is the script's",
    async (signal) => {
      const { child, ended, output, pid } = await startWaiting()
      child.kill(signal)
      expect(await ended).toEqual([7, null])
      expect(output().match(/got \w+/g)).toEqual([`got ${signal}`])
      expect(await isRunning(pid)).toBe(false)
    },
  )

  test.runIf(process.platform === 'linux')('also drains when the script before it is killed', async () => {
    const { child, pid } = await startWaiting()
    child.kill('SIGKILL')
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
})

describe('the installation', () => {
  test('is skipped when everything is installed, except optional packages for other platforms', async () => {
    await write(
      'node_modules/.package-lock.json',
      JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }),
    )
    expect((await finish('start.mjs')).output).not.toContain('npm')
  })

  test('runs npm ci when a version differs or nothing is installed, and prints so', async () => {
    await write('package-lock.json', lock('1.0.1'))
    const { status, output } = await finish('start.mjs')
    expect(output).toMatch(/^Installing what Dooryard needs: .*\nnpm ci .*\nInstalled\.\n/)
    expect(status).toBe(0)
    await rm(join(tree, 'node_modules/.package-lock.json'))
    expect((await finish('start.mjs')).output).toContain('npm ci')
  })

  test('that fails, or finds no npm, ends with a message', async () => {
    await write('package-lock.json', lock('1.0.1'))
    const failed = await finish('start.mjs', [], { NPM_STATUS: '1' })
    expect(failed).toEqual({
      status: 1,
      output: expect.stringMatching(/The installation failed, .*run the same command again\.\n$/),
    })
    const absent = await finish('start.mjs', [], { PATH: '/nowhere' })
    expect(absent).toEqual({ status: 1, output: expect.stringMatching(/The command npm was not found: .*\n$/) })
  })
})

describe('the web client', () => {
  const builds = async () => (await readFile(join(tree, 'built'), 'utf8')).length

  test('is built the first time and whenever a source changes, and only then', async () => {
    expect(await finish('start.mjs', ['x'])).toEqual({ status: 3, output: 'Building the web client.\n' })
    await finish('start.mjs')
    expect(await builds()).toBe(1)
    await write('contract/src/orders/orders.ts', 'export {}')
    await finish('start.mjs')
    expect(await builds()).toBe(2)
    await rm(join(tree, 'web/dist'), { recursive: true })
    await finish('start.mjs')
    expect(await builds()).toBe(3)
  })

  test('whose build fails stops the start', async () => {
    await write('node_modules/vite/bin/vite.js', 'process.exit(2)')
    expect(await finish('start.mjs')).toEqual({
      status: 1,
      output: expect.stringContaining('The web client could not be built'),
    })
  })
})
