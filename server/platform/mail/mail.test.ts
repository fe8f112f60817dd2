import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testPortal } from '../../test/portal.ts'
import { createSecrets } from '../crypto/secrets.ts'
import { inTransaction } from '../postgres/database.ts'
import { type QueuedMail, queueMail, runSendMail, sendMailJob, UndeliverableMail } from './mail.ts'

const portal = await testPortal()
afterAll(portal.close)
const { services } = portal

const mail = { to: 'casey@example.com', subject: '271828 is your code', html: '<p>271828</p>', text: '271828' }
const run = { attempt: 1, maxAttempts: 13, signal: new AbortController().signal }

beforeEach(async () => {
  await portal.pool.query('delete from graphile_worker._private_jobs')
})

const listQueued = async () => {
  const { rows } = await portal.pool.query(
    `select task.identifier as name, job.payload, job.max_attempts
     from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id`,
  )
  return rows
}

async function queueOne(change: object = {}) {
  await queueMail(services, { ...mail, ...change })
  return (await listQueued())[0]
}

describe('a mail in the queue', () => {
  test('exists when its transaction commits, and not when it does not', async () => {
    const failing = inTransaction(services, async (tx) => {
      await queueMail(tx, mail)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await listQueued()).toEqual([])
    await inTransaction(services, (tx) => queueMail(tx, mail))
    expect(await listQueued()).toMatchObject([{ name: sendMailJob, max_attempts: 13 }])
  })

  test('reveals neither code nor recipient to a reader of the database', async () => {
    const { payload } = await queueOne()
    const text = JSON.stringify(payload) + Buffer.from(payload.sealed.slice(3), 'base64url').toString('latin1')
    expect(text).not.toMatch(/271828|casey/)
  })

  test('is delivered unchanged, with an id that stays the same when it is retried', async () => {
    const { payload } = await queueOne()
    const delivered: QueuedMail[] = []
    const send = runSendMail(services, async (given) => void delivered.push(given))
    await send(payload, run)
    await send(payload, run)
    expect(delivered).toEqual([delivered[0], delivered[0]])
    expect(delivered[0]).toEqual({ ...mail, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })

  test('is retried when it cannot be delivered now', async () => {
    const { payload } = await queueOne()
    const send = runSendMail(services, () => Promise.reject(new Error('connection refused')))
    await expect(send(payload, run)).rejects.toThrow('connection refused')
  })

  test('is not retried after a permanent refusal', async () => {
    const { payload } = await queueOne()
    await runSendMail(services, () => Promise.reject(new UndeliverableMail('550 no such user')))(payload, run)
    expect(portal.logged.at(-1)).toContain('550 no such user')
  })

  test('is dropped once it has expired', async () => {
    const { payload } = await queueOne({ until: new Date(portal.clock.now().getTime() + 60_000).toISOString() })
    const delivered: QueuedMail[] = []
    const send = runSendMail(services, async (given) => void delivered.push(given))
    await send(payload, run)
    portal.clock.advance(61_000)
    await send(payload, run)
    expect(delivered).toHaveLength(1)
  })

  test('is decrypted but not sent when it is a decoy', async () => {
    const { payload } = await queueOne({ isDecoy: true })
    const delivered: QueuedMail[] = []
    await runSendMail(services, async (given) => void delivered.push(given))(payload, run)
    expect(delivered).toEqual([])
  })

  test.each([
    ['sealed under another secret', async () => (await queueOne()).payload],
    ['of no meaning', async () => ({ sealed: 'v1.AAAA' })],
    ['of nothing', async () => null],
  ])('%s fails at once, and is logged', async (_, make) => {
    const payload = await make()
    const other = { ...services, secrets: createSecrets('another secret of thirty-two characters') }
    const delivered: QueuedMail[] = []
    await runSendMail(other, async (given) => void delivered.push(given))(payload, run)
    expect(delivered).toEqual([])
    expect(portal.logged.at(-1)).toContain('cannot be decrypted')
  })
})

test('the pauses of all attempts add up to about a day', () => {
  // https://worker.graphile.org/docs/exponential-backoff
  const pauses = Array.from({ length: 12 }, (_, attempt) => Math.exp(Math.min(10, attempt + 1)))
  const hours = pauses.reduce((sum, seconds) => sum + seconds, 0) / 3600
  expect(hours).toBeGreaterThan(18)
  expect(hours).toBeLessThan(26)
})
