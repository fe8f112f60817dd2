import { dayMs } from '@dooryard/contract/time'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { addJob } from './jobs.ts'
import { addSealedJob, forgetGivenUp } from './sealed-jobs.ts'
import { secretsFrom } from './secrets.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

const secrets = secretsFrom(Buffer.alloc(32, 7))
const inDays = (days: number) => ({ now: () => new Date(Date.now() + days * dayMs) })
const keys = async () =>
  (await pool.query<{ key: string }>('select key from graphile_worker.jobs order by key')).rows.map(({ key }) => key)

test('mails and other encrypted jobs that were given up are deleted after 30 days, and no other job is', async () => {
  await addSealedJob({ db, secrets }, 'send-mail', { to: 'casey@example.com' }, { jobKey: 'given up' })
  await addSealedJob({ db, secrets }, 'send-mail', { to: 'casey@example.com' }, { jobKey: 'waiting' })
  await addJob(db, 'fulfil-order', { orderId: 'any' }, { jobKey: 'given up, of an order' })
  await pool.query(`update graphile_worker._private_jobs set attempts = max_attempts where key like 'given up%'`)

  await forgetGivenUp({ db, clock: inDays(29) })
  expect(await keys()).toEqual(['given up', 'given up, of an order', 'waiting'])
  await forgetGivenUp({ db, clock: inDays(31) })
  expect(await keys()).toEqual(['given up, of an order', 'waiting'])
})
