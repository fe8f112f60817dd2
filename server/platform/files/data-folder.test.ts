import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDataFolder } from './data-folder.ts'

const temp = mkdtempSync(join(tmpdir(), 'dooryard-folder-'))
afterAll(() => rmSync(temp, { recursive: true }))

async function startHolder(folder: string) {
  const script = `import { openDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'data-folder.ts'))}
    openDataFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('a second process is refused and told which process holds the folder, and gets it as soon as the first is killed', async () => {
  const folder = join(temp, 'held', 'deep')
  const child = await startHolder(folder)
  expect(() => openDataFolder(folder)).toThrow(
    `Dooryard is already running on ${folder} (process ${child.pid}). Stop it first, or choose another DATA_DIR.`,
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  openDataFolder(folder).release()
})

test('a stale pid file does not hold the folder, even when its pid runs again', () => {
  const folder = join(temp, 'stale')
  openDataFolder(folder).release()
  writeFileSync(join(folder, 'process.pid'), `${process.ppid}\n`)
  openDataFolder(folder).release()
})

test('a folder that cannot be created is reported in one sentence', () => {
  writeFileSync(join(temp, 'file'), '')
  expect(() => openDataFolder(join(temp, 'file'))).toThrow(
    /^The data folder .*\/file cannot be written: .* Choose another DATA_DIR\.$/,
  )
})
