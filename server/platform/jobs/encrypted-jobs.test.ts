import { expect, test } from 'vitest'
import { z } from 'zod'
import { encrypt } from '../crypto/encrypt.ts'
import { createSecrets } from '../crypto/secrets.ts'
import { createLog } from '../log.ts'
import { createEncryptedTask } from './encrypted-jobs.ts'
import type { JobRun } from './jobs.ts'

const secrets = createSecrets(Buffer.alloc(32, 7))
const run: JobRun = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal }

/** A task, with what it has done and logged. */
function createGreetingTask() {
  const done: string[] = []
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const work = createEncryptedTask({ secrets, log }, 'greet', z.object({ name: z.string() }), async ({ name }) => {
    done.push(name)
  })
  return { work, done, logged }
}

test('an encrypted job runs with its original payload', async () => {
  const { work, done, logged } = createGreetingTask()
  await work({ sealed: encrypt(secrets, 'greet', { name: 'Tess' }) }, run)
  expect(done).toEqual(['Tess'])
  expect(logged).toEqual([])
})

test('a payload that does not match the schema, as from another release, fails and reveals nothing', async () => {
  const { work, done } = createGreetingTask()
  const failed = work({ sealed: encrypt(secrets, 'greet', { nickname: 'Tess' }) }, run)
  await expect(failed).rejects.toThrow(/name/)
  await expect(failed).rejects.not.toThrow(/Tess/)
  expect(done).toEqual([])
})

test('a payload encrypted under another secret fails for good, and the log says why', async () => {
  const { work, done, logged } = createGreetingTask()
  const other = createSecrets(Buffer.alloc(32, 8))
  await work({ sealed: encrypt(other, 'greet', { name: 'Casey' }) }, run)
  expect(done).toEqual([])
  expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject({
    msg: expect.stringContaining('cannot be decrypted'),
    err: { message: expect.any(String), stack: expect.any(String) },
  })
})
