import { expect, test } from 'vitest'
import { z } from 'zod'
import type { JobRun } from './jobs.ts'
import { createLog } from './log.ts'
import { seal } from './sealed.ts'
import { sealedTask } from './sealed-jobs.ts'
import { secretsFrom } from './secrets.ts'

const secrets = secretsFrom(Buffer.alloc(32, 7))
const run: JobRun = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal }

/** A kind of job, and what becomes of it. */
function greeting() {
  const done: string[] = []
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const work = sealedTask({ secrets, log }, 'greet', z.object({ name: z.string() }), async ({ name }) => {
    done.push(name)
  })
  return { work, done, logged }
}

test('a sealed job is done with what was sealed', async () => {
  const { work, done, logged } = greeting()
  await work({ sealed: seal(secrets, 'greet', { name: 'Tess' }) }, run)
  expect(done).toEqual(['Tess'])
  expect(logged).toEqual([])
})

test('one that does not fit, as of another release, fails and shows nothing of what it holds', async () => {
  const { work, done } = greeting()
  const failed = work({ sealed: seal(secrets, 'greet', { nickname: 'Tess' }) }, run)
  await expect(failed).rejects.toThrow(/name/)
  await expect(failed).rejects.not.toThrow(/Tess/)
  expect(done).toEqual([])
})

test('one that was sealed under another secret is given up, and the log says why', async () => {
  const { work, done, logged } = greeting()
  const other = secretsFrom(Buffer.alloc(32, 8))
  await work({ sealed: seal(other, 'greet', { name: 'Casey' }) }, run)
  expect(done).toEqual([])
  expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject({
    msg: expect.stringContaining('cannot be decrypted'),
    err: { message: expect.any(String), stack: expect.any(String) },
  })
})
