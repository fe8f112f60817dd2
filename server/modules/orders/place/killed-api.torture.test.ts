import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { testPortal } from '../../../test/portal.ts'
import { createSeededRandom } from '../../../test/random/seeded-random.ts'
import { startSecondApi } from '../../credits/balance/second-api.fixture.ts'
import { createOrderClient } from './killed-api.fixture.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

const concurrency = 5
const kills = 100
const random = createSeededRandom('killed api')

test('an API killed at random moments leaves one order per key once all are sent again', async () => {
  const { place, placed } = await createOrderClient(portal, kills * concurrency)
  const all: string[] = []
  let unanswered = 0
  for (let kill = 0; kill < kills; kill++) {
    const doomed = await startSecondApi(portal)
    const keys = Array.from({ length: concurrency }, newId)
    all.push(...keys)
    const sent = keys.map((key) =>
      place(doomed.url, key).catch(() => {
        unanswered += 1
      }),
    )
    // The first kill comes before any response can.
    await sleep(kill === 0 ? 0 : random() * 40)
    await doomed.kill()
    await Promise.all(sent)
    const again = await Promise.all(keys.map((key) => place(portal.url, key)))
    expect(again.map(({ status, body }) => [status, body.orderName])).toEqual(keys.map((key) => [201, key]))
  }
  // Otherwise no request was interrupted.
  expect(unanswered).toBeGreaterThan(0)
  expect(await placed()).toEqual(all.toSorted())
})
