import { setTimeout as sleep } from 'node:timers/promises'
import { orders } from '@dooryard/contract/orders'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { enterpriseUser } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { callerAt } from '../../test/requests.ts'
import { rounds } from '../../test/rounds.ts'
import { secondApi } from '../credits/second-api.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const quantity = 50
const atOnce = 5
const kills = rounds(4, 100)

test('an API killed in the middle of requests leaves one order for each key, once each is sent again', {
  timeout: rounds(300_000, 3_600_000),
}, async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: kills * atOnce * quantity })
  const params = { campaignId: owner.campaign.id }
  const place = (url: string, key: string) =>
    callerAt(url, owner.as.token).call(orders.place, {
      params,
      body: { orderName: key, quantity },
      headers: { 'idempotency-key': key },
    })
  let unanswered = 0
  for (let kill = 0; kill < kills; kill++) {
    const doomed = await secondApi(portal)
    const keys = Array.from({ length: atOnce }, newId)
    const sent = keys.map((key) =>
      place(doomed.url, key).catch(() => {
        unanswered += 1
      }),
    )
    // The first comes before any answer could.
    await sleep(kill === 0 ? 0 : Math.random() * 40)
    await doomed.kill()
    await Promise.all(sent)
    const again = await Promise.all(keys.map((key) => place(portal.url, key)))
    expect(again.map(({ status, body }) => [status, body.orderName])).toEqual(keys.map((key) => [201, key]))
  }
  // Otherwise nothing was killed in the middle of anything.
  expect(unanswered).toBeGreaterThan(0)
  const { rows } = await portal.pool.query(
    `select count(*)::int as orders, count(distinct order_name)::int as keys from orders where user_id = $1`,
    [owner.id],
  )
  expect(rows).toEqual([{ orders: kills * atOnce, keys: kills * atOnce }])
})

test('without a key the same orders would be there twice', async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 2 * quantity })
  const params = { campaignId: owner.campaign.id }
  const body = { orderName: 'No key', quantity }
  for (const caller of [owner.as, owner.as]) await caller.call(orders.place, { params, body })
  const { body: list } = await owner.as.call(orders.list, { params })
  expect(list.totalCount).toBe(2)
})
