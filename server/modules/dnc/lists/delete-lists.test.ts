import { account } from '@dooryard/contract/identity/account'
import { afterAll, expect, test } from 'vitest'
import { testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { runScheduledJobs } from '../../../test/run-scheduled-jobs.ts'
import { createTestList, type TestListVersion } from '../scrub/scrub.fixture.ts'
import { deleteVersionsOfClosedAccounts } from './list-versions.queries.ts'
import { listStoredLoads } from './numbers.queries.ts'

const portal = await testPortal()
afterAll(portal.close)

const runMaintenance = () => runScheduledJobs(portal)
const listOwners = async () =>
  (await portal.db.selectFrom('dncListVersions').select('ownerId').execute()).map(({ ownerId }) => ownerId)

test('closing an account deletes its do-not-call lists and their numbers, and no others', async () => {
  const [leaver, stayer] = [await user(portal), await user(portal)]
  const copy: TestListVersion = { list: 'INTERNAL', numbers: ['6155550142'] }
  const gone = await createTestList(portal.services, { ...copy, ownerId: leaver.id })
  const kept = [
    await createTestList(portal.services, { ...copy, ownerId: stayer.id }),
    await createTestList(portal.services, { ...copy, ownerId: null }),
  ]
  await runMaintenance()
  expect((await listOwners()).toSorted()).toEqual([leaver.id, stayer.id, null].toSorted())

  expect(await leaver.as.call(account.close, { body: { password: testPassword } })).toMatchObject({ status: 204 })
  await runMaintenance()
  expect((await listOwners()).toSorted()).toEqual([stayer.id, null].toSorted())

  portal.clock.advance(61 * 60_000)
  await runMaintenance()
  const stored = await listStoredLoads(portal.services.clickhouse)
  expect(stored).not.toContain(gone)
  expect(stored).toEqual(expect.arrayContaining(kept))
})

test('deleting a list of many area codes updates its load once', async () => {
  const leaver = await user(portal)
  await createTestList(portal.services, {
    list: 'NATIONAL',
    ownerId: leaver.id,
    scopes: ['615', '629', '731', '865', '901'],
  })
  await leaver.as.call(account.close, { body: { password: testPassword } })
  let notes = 0
  const db = portal.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'UpdateQueryNode') notes += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await deleteVersionsOfClosedAccounts(db, portal.clock.now())
  expect(await listOwners()).not.toContain(leaver.id)
  expect(notes).toBe(1)
})
