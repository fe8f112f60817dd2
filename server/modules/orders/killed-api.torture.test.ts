import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testPortal } from '../../test/portal.ts'
import { seededRandom } from '../../test/random.ts'
import { secondApi } from '../credits/second-api.fixture.ts'
import { orderer } from './killed-api.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const atOnce = 5
const kills = 100
const random = seededRandom('killed api')

test('an API killed at any moment of requests leaves one order for each key, once each is sent again', async () => {
  const { place, placed } = await orderer(portal, kills * atOnce)
  const all: string[] = []
  let unanswered = 0
  for (let kill = 0; kill < kills; kill++) {
    const doomed = await secondApi(portal)
    const keys = Array.from({ length: atOnce }, newId)
    all.push(...keys)
    const sent = keys.map((key) =>
      place(doomed.url, key).catch(() => {
        unanswered += 1
      }),
    )
    // The first comes before any answer could.
    await sleep(kill === 0 ? 0 : random() * 40)
    await doomed.kill()
    await Promise.all(sent)
    const again = await Promise.all(keys.map((key) => place(portal.url, key)))
    expect(again.map(({ status, body }) => [status, body.orderName])).toEqual(keys.map((key) => [201, key]))
  }
  // Otherwise nothing was killed in the middle of anything.
  expect(unanswered).toBeGreaterThan(0)
  expect(await placed()).toEqual(all.toSorted())
})
