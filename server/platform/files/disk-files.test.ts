import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { createDiskFiles } from './disk-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'dooryard-files-'))
const files = createDiskFiles(join(folder, 'files'))
afterAll(() => rm(folder, { recursive: true }))

const readContent = (key: string) => text(files.read(key))

test('a file is read as it was written, from pieces or a stream, and replaced whole', async () => {
  await files.write('orders/1/leads.csv', ['a,b\n', Buffer.from('é,2\n')])
  expect(await readContent('orders/1/leads.csv')).toBe('a,b\né,2\n')
  expect(await files.size('orders/1/leads.csv')).toBe(9)
  await files.write('orders/1/leads.csv', Readable.from(['new']))
  expect(await readContent('orders/1/leads.csv')).toBe('new')
})

const broken = new Error('source broke')
async function* failsAfter(pieces: string[]) {
  yield* pieces
  throw broken
}

test.each([
  ['half-way', ['half']],
  ['at once', []],
])('a write that fails %s leaves the old file and no temporary file', async (_, pieces) => {
  await files.write('kept/a.txt', ['old'])
  // Many repetitions, because a premature removal shows only now and then.
  for (let nth = 0; nth < 50; nth++) await expect(files.write('kept/a.txt', failsAfter(pieces))).rejects.toThrow(broken)
  expect(await readContent('kept/a.txt')).toBe('old')
  expect(await readdir(join(folder, 'files/kept'))).toEqual(['a.txt'])
})

test('files of long ago are removed from a folder, also one that was never written to its end', async () => {
  await files.write('swept/old', ['x'])
  await writeFile(join(folder, 'files/swept/.cut-off.tmp'), 'x')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const name of ['old', '.cut-off.tmp']) await utimes(join(folder, 'files/swept', name), yesterday, yesterday)
  await files.write('swept/new', ['x'])
  await files.removeOlder('swept', 24 * 3_600_000)
  await files.removeOlder('never-written', 0)
  expect(await readdir(join(folder, 'files/swept'))).toEqual(['new'])
})

test('what a killed process left of a file is removed from any folder, but not what is being written', async () => {
  await files.write('drafts/kept', ['x'])
  const drafts = [
    'files/.0123456789abcdef.tmp',
    'files/drafts/.0123456789abcdef.tmp',
    'files/drafts/.fedcba9876543210.tmp',
  ]
  for (const draft of drafts) await writeFile(join(folder, draft), 'x')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const path of ['files/drafts/kept', ...drafts.slice(0, 2)])
    await utimes(join(folder, path), yesterday, yesterday)
  await files.removeDrafts(24 * 3_600_000)
  expect((await readdir(join(folder, 'files/drafts'))).sort()).toEqual(['.fedcba9876543210.tmp', 'kept'])
  expect(await readdir(join(folder, 'files'))).not.toContain('.0123456789abcdef.tmp')
})

test('a folder for what is unpacked is made beside the files, and is removed once its process was killed', async () => {
  const program = `const { createDiskFiles } = await import(${JSON.stringify(join(import.meta.dirname, 'disk-files.ts'))})
    console.log(await createDiskFiles(${JSON.stringify(join(folder, 'files'))}).makeFolder())`
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program]).stdout.toString().trim()
  expect(dirname(dirname(ended))).toBe(join(folder, 'files'))
  const own = await files.makeFolder()
  await files.sweepFolders()
  expect(await readdir(dirname(own))).toEqual([basename(own)])
})

test('a file with a second key counts as written now, without a change to who reads it by the first', async () => {
  await files.write('linked/first', ['x'])
  const path = join(folder, 'files/linked/first')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(path, yesterday, yesterday)
  await files.link('linked/first', 'linked/second')
  expect((await stat(path)).mtimeMs).toBe(yesterday.getTime())
  expect((await files.writtenAt('linked/second'))?.getTime()).toBeGreaterThan(yesterday.getTime() + 3_600_000)
  await files.remove('linked/first')
  expect(await readContent('linked/second')).toBe('x')
})

test('a removed file is gone, and reading a missing one fails', async () => {
  await files.write('b.txt', ['x'])
  expect(await files.exists('b.txt')).toBe(true)
  await files.remove('b.txt')
  await files.remove('b.txt')
  expect(await files.exists('b.txt')).toBe(false)
  await expect(readContent('b.txt')).rejects.toThrow('ENOENT')
  await expect(files.size('b.txt')).rejects.toThrow('ENOENT')
})

test('no key leaves the folder or hides in it', async () => {
  const bad = [
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    'a//b',
    './a',
    'a/.hidden',
    '.tmp',
    '',
    'a\0b',
    'a\\b',
    'a/..',
    '~/x',
    'a\n',
  ]
  for (const key of bad) {
    await expect(async () => files.read(key)).rejects.toThrow('is not a file key')
    await expect(async () => files.write(key, ['x'])).rejects.toThrow('is not a file key')
    await expect(async () => files.remove(key)).rejects.toThrow('is not a file key')
  }
})

test('a borrowed file is read under a harmless form of its requested name, and stays when it is released', async () => {
  await files.write('uploads/7', ['kept'])
  const seen = await files.borrow('uploads/7', '../a roll, 2026.csv', async (path) => {
    expect(await readFile(path, 'utf8')).toBe('kept')
    return path
  })
  expect(basename(seen)).toBe('__a roll_ 2026.csv')
  await expect(readFile(seen)).rejects.toThrow('ENOENT')
  expect(await readContent('uploads/7')).toBe('kept')
})
