import { afterAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { somebodyWaits } from '../../test/database.ts'
import { testPortal } from '../../test/portal.ts'
import { secondApi } from '../credits/second-api.fixture.ts'
import { orderer } from './killed-api.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

test('an API killed in the middle of requests leaves one order for each key, once each is sent again', async () => {
  const keys = [newId(), newId(), newId()]
  const { place, placed } = await orderer(portal, keys.length)
  const doomed = await secondApi(portal)
  const lock = await portal.pool.connect()
  onTestFinished(() => lock.release(true))
  await lock.query('begin; lock table orders in exclusive mode')
  const sent = keys.map((key) => place(doomed.url, key).catch(() => 'unanswered'))
  await somebodyWaits(portal.db)
  await doomed.kill()
  await lock.query('rollback')
  expect(await Promise.all(sent)).toEqual(keys.map(() => 'unanswered'))
  const again = await Promise.all(keys.map((key) => place(portal.url, key)))
  expect(again.map(({ status, body }) => [status, body.orderName])).toEqual(keys.map((key) => [201, key]))
  expect(await placed()).toEqual(keys.toSorted())
})

test('without a key the same orders would be there twice', async () => {
  const { place, placed } = await orderer(portal, 2)
  for (const url of [portal.url, portal.url]) await place(url)
  expect(await placed()).toEqual(['No key', 'No key'])
})
