import { afterAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testPortal } from '../../../test/portal.ts'
import { waitForLockContention } from '../../../test/stores/database.ts'
import { startSecondApi } from '../../credits/balance/second-api.fixture.ts'
import { createOrderClient } from './killed-api.fixture.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

test('an API killed during requests leaves one order per key once all are sent again', async () => {
  const keys = [newId(), newId(), newId()]
  const { place, placed } = await createOrderClient(portal, keys.length)
  const doomed = await startSecondApi(portal)
  const lock = await portal.pool.connect()
  onTestFinished(() => lock.release(true))
  await lock.query('begin; lock table orders in exclusive mode')
  const sent = keys.map((key) => place(doomed.url, key).catch(() => 'unanswered'))
  await waitForLockContention(portal.db)
  await doomed.kill()
  await lock.query('rollback')
  expect(await Promise.all(sent)).toEqual(keys.map(() => 'unanswered'))
  const again = await Promise.all(keys.map((key) => place(portal.url, key)))
  expect(again.map(({ status, body }) => [status, body.orderName])).toEqual(keys.map((key) => [201, key]))
  expect(await placed()).toEqual(keys.toSorted())
})

test('without keys the same orders are placed twice', async () => {
  const { place, placed } = await createOrderClient(portal, 2)
  for (const url of [portal.url, portal.url]) await place(url)
  expect(await placed()).toEqual(['No key', 'No key'])
})
