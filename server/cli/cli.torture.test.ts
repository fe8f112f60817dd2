import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandResult } from './lib/command-result.fixture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dooryard-cli-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts a command as `npm run` does, with embedded stores. */
function start(command: string, args: string[] = [], input = '') {
  const { promise, resolve } = Promise.withResolvers<CommandResult>()
  const program = [join(import.meta.dirname, `${command}.ts`), ...args]
  const child = execFile(process.execPath, program, { env: { ...process.env, DATA_DIR: folder } }, (_, out, err) =>
    resolve({ code: child.exitCode ?? 1, out, err }),
  )
  child.stdin?.end(input)
  return promise
}

test('commands find what earlier ones wrote to the data folder', async () => {
  const ada = ['--email', 'ada@example.com', '--first-name', 'Ada', '--last-name', 'Example', '--phone', '615-555-0100']
  expect(await start('create-admin', ada, 'correct-horse-battery\n')).toMatchObject({ code: 0 })
  expect(await start('verify-audit-log')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The audit log is intact: 1 entry, /),
  })
  expect(await start('verify-ledger')).toMatchObject({ code: 0, out: expect.stringMatching(/0 entries of 1 account/) })
})

const withUsage = [
  'create-admin',
  'import-contacts',
  'import-dnc',
  'import-gazetteer',
  'import-roll',
  'check-roll',
  'propose-source',
  'verify-certificate',
]
test.each(withUsage)('%s prints its usage', async (command) => {
  expect(await start(command)).toMatchObject({ code: 1, err: expect.stringMatching(/^Usage: npm run /) })
})
