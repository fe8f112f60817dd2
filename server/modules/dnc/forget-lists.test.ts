import { account } from '@dooryard/contract/account'
import { afterAll, expect, test } from 'vitest'
import { testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { runScheduledJobs } from '../../test/scheduled.ts'
import { deleteCopiesOfClosed } from './copies.queries.ts'
import { storedLoads } from './numbers.queries.ts'
import { listed, type TestCopy } from './scrub.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const house = () => runScheduledJobs(portal)
const owners = async () =>
  (await portal.db.selectFrom('dncListVersions').select('ownerId').execute()).map(({ ownerId }) => ownerId)

test('the do-not-call lists of an account that is closed go, with their numbers, and nobody else’s do', async () => {
  const [leaver, stayer] = [await user(portal), await user(portal)]
  const copy: TestCopy = { list: 'INTERNAL', numbers: ['6155550142'] }
  const gone = await listed(portal.services, { ...copy, ownerId: leaver.id })
  const kept = [
    await listed(portal.services, { ...copy, ownerId: stayer.id }),
    await listed(portal.services, { ...copy, ownerId: null }),
  ]
  await house()
  expect((await owners()).toSorted()).toEqual([leaver.id, stayer.id, null].toSorted())

  expect(await leaver.as.call(account.close, { body: { password: testPassword } })).toMatchObject({ status: 204 })
  await house()
  expect((await owners()).toSorted()).toEqual([stayer.id, null].toSorted())

  portal.clock.advance(61 * 60_000)
  await house()
  const stored = await storedLoads(portal.services.clickhouse)
  expect(stored).not.toContain(gone)
  expect(stored).toEqual(expect.arrayContaining(kept))
})

test('a list of many areas that goes is noted once', async () => {
  const leaver = await user(portal)
  await listed(portal.services, { list: 'NATIONAL', ownerId: leaver.id, scopes: ['615', '629', '731', '865', '901'] })
  await leaver.as.call(account.close, { body: { password: testPassword } })
  let notes = 0
  const db = portal.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'UpdateQueryNode') notes += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await deleteCopiesOfClosed(db, portal.clock.now())
  expect(await owners()).not.toContain(leaver.id)
  expect(notes).toBe(1)
})
