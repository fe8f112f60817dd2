import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createDiskFiles } from '../../../platform/files/disk-files.ts'
import { createRejectLog, type Reject } from './reject-log.ts'

const folder = await mkdtemp(join(tmpdir(), 'reject-log-'))
afterEach(() => rm(folder, { recursive: true, force: true }))

async function writeRejects(rejects: Reject[]): Promise<string> {
  const files = createDiskFiles(folder)
  const log = await createRejectLog()
  for (const reject of rejects) await log.add(reject)
  const key = await log.keep(files, 'rejects.csv')
  await log.close()
  return key === null ? '' : text(files.read(key))
}

test('a rejected value neither runs as a spreadsheet formula nor breaks its row', async () => {
  const keys = ['=1+1', '\n=1+1', '\r=1+1', '12\r34', '12\n34', '12,"34"']
  const list = await writeRejects(keys.map((key, at) => ({ line: at + 2, key, reason: 'It repeats a parcel.' })))
  const cells = [`'=1+1`, `"'\n'=1+1"`, `"'\r'=1+1"`, '"12\r34"', '"12\n34"', '"12,""34"""']
  const rows = cells.map((cell, at) => `${at + 2},${cell},It repeats a parcel.\r\n`)
  expect(list).toBe(`line,parcel,reason\r\n${rows.join('')}`)
})

test('a long list has one header and every row', async () => {
  const rejects = Array.from({ length: 20_001 }, (_, at) => ({
    line: at + 2,
    key: '',
    reason: 'It has no parcel number.',
  }))
  const [header, ...rows] = (await writeRejects(rejects)).trimEnd().split('\r\n')
  expect(header).toBe('line,parcel,reason')
  expect(rows).toEqual(rejects.map(({ line, reason }) => `${line},,${reason}`))
})
