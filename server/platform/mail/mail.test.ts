import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testPortal } from '../../test/portal.ts'
import { inTransaction } from '../postgres/database.ts'
import { secretsFrom } from '../secrets.ts'
import { type QueuedMail, queueMail, runSendMail, sendMailJob, UndeliverableMail } from './mail.ts'

const portal = await testPortal()
afterAll(portal.close)
const { services } = portal

const mail = { to: 'casey@example.com', subject: '271828 is your code', html: '<p>271828</p>', text: '271828' }
const run = { attempt: 1, maxAttempts: 13, signal: new AbortController().signal }

beforeEach(async () => {
  await portal.pool.query('delete from graphile_worker._private_jobs')
})

const queued = async () => {
  const { rows } = await portal.pool.query(
    `select task.identifier as name, job.payload, job.max_attempts
     from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id`,
  )
  return rows
}

async function queuedOne(change: object = {}) {
  await queueMail(services, { ...mail, ...change })
  return (await queued())[0]
}

describe('a mail in the queue', () => {
  test('is there when its transaction commits, and not when it does not', async () => {
    const failing = inTransaction(services, async (inside) => {
      await queueMail(inside, mail)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await queued()).toEqual([])
    await inTransaction(services, (inside) => queueMail(inside, mail))
    expect(await queued()).toMatchObject([{ name: sendMailJob, max_attempts: 13 }])
  })

  test('shows neither code nor reader to who reads the database', async () => {
    const { payload } = await queuedOne()
    const text = JSON.stringify(payload) + Buffer.from(payload.sealed.slice(3), 'base64url').toString('latin1')
    expect(text).not.toMatch(/271828|casey/)
  })

  test('is delivered as it was, with an id that stays the same when it is tried again', async () => {
    const { payload } = await queuedOne()
    const delivered: QueuedMail[] = []
    const send = runSendMail(services, async (given) => void delivered.push(given))
    await send(payload, run)
    await send(payload, run)
    expect(delivered).toEqual([delivered[0], delivered[0]])
    expect(delivered[0]).toEqual({ ...mail, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })

  test('is tried again when it cannot be delivered now', async () => {
    const { payload } = await queuedOne()
    const send = runSendMail(services, () => Promise.reject(new Error('connection refused')))
    await expect(send(payload, run)).rejects.toThrow('connection refused')
  })

  test('is not tried again when it was refused for good', async () => {
    const { payload } = await queuedOne()
    await runSendMail(services, () => Promise.reject(new UndeliverableMail('550 no such user')))(payload, run)
    expect(portal.logged.at(-1)).toContain('550 no such user')
  })

  test('is dropped once it is of no more use', async () => {
    const { payload } = await queuedOne({ until: new Date(portal.clock.now().getTime() + 60_000).toISOString() })
    const delivered: QueuedMail[] = []
    const send = runSendMail(services, async (given) => void delivered.push(given))
    await send(payload, run)
    portal.clock.advance(61_000)
    await send(payload, run)
    expect(delivered).toHaveLength(1)
  })

  test('is opened and brought to nobody when it is a decoy', async () => {
    const { payload } = await queuedOne({ isDecoy: true })
    const delivered: QueuedMail[] = []
    await runSendMail(services, async (given) => void delivered.push(given))(payload, run)
    expect(delivered).toEqual([])
  })

  test.each([
    ['sealed under another secret', async () => (await queuedOne()).payload],
    ['of no meaning', async () => ({ sealed: 'v1.AAAA' })],
    ['of nothing', async () => null],
  ])('%s is given up at once, and the log says so', async (_, make) => {
    const payload = await make()
    const other = { ...services, secrets: secretsFrom('another secret of thirty-two characters') }
    const delivered: QueuedMail[] = []
    await runSendMail(other, async (given) => void delivered.push(given))(payload, run)
    expect(delivered).toEqual([])
    expect(portal.logged.at(-1)).toContain('cannot be decrypted')
  })
})

test('the pauses of all tries come to about a day', () => {
  // https://worker.graphile.org/docs/exponential-backoff
  const pauses = Array.from({ length: 12 }, (_, attempt) => Math.exp(Math.min(10, attempt + 1)))
  const hours = pauses.reduce((sum, seconds) => sum + seconds, 0) / 3600
  expect(hours).toBeGreaterThan(18)
  expect(hours).toBeLessThan(26)
})
