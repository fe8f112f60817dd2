import { dayMs } from '@dooryard/contract/api/time'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/stores/database.ts'
import { createSecrets } from '../crypto/secrets.ts'
import { addEncryptedJob, purgeExhaustedJobs } from './encrypted-jobs.ts'
import { addJob } from './jobs.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

const secrets = createSecrets(Buffer.alloc(32, 7))
const clockInDays = (days: number) => ({ now: () => new Date(Date.now() + days * dayMs) })
const keys = async () =>
  (await pool.query<{ key: string }>('select key from graphile_worker.jobs order by key')).rows.map(({ key }) => key)

test('exhausted jobs with encrypted payloads are deleted after 30 days, and no other job is', async () => {
  await addEncryptedJob({ db, secrets }, 'send-mail', { to: 'casey@example.com' }, { jobKey: 'given up' })
  await addEncryptedJob({ db, secrets }, 'send-mail', { to: 'casey@example.com' }, { jobKey: 'waiting' })
  await addJob(db, 'fulfil-order', { orderId: 'any' }, { jobKey: 'given up, of an order' })
  await pool.query(`update graphile_worker._private_jobs set attempts = max_attempts where key like 'given up%'`)

  await purgeExhaustedJobs({ db, clock: clockInDays(29) })
  expect(await keys()).toEqual(['given up', 'given up, of an order', 'waiting'])
  await purgeExhaustedJobs({ db, clock: clockInDays(31) })
  expect(await keys()).toEqual(['given up, of an order', 'waiting'])
})
