import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { anytown, createRollAdmin, makeRollFile, makeRollRow } from '../../properties/rolls/uploads.fixture.ts'
import { createSearchHarness } from './changing-searches.fixture.ts'

const portal = await testPortal({ worker: true })
afterAll(portal.close)
const { saved, aDayLater, now, getChanges } = createSearchHarness(portal)

test('a saved search sees exactly the parcels that a new file of a county adds and removes', async () => {
  const admin = await createRollAdmin(portal)
  const load = async (content: string) => {
    const { body } = await admin.upload(content, { countyFips: '47037' })
    await expect.poll(async () => (await admin.getImport(body.id)).status, { timeout: 20_000 }).toBe('LOADED')
  }
  await load(makeRollFile(10))
  const owner = await user(portal, { role: 'ENTERPRISE_USER' })
  const { id } = await saved(owner, { location: { counties: ['47037'] } })
  await aDayLater(owner)
  await owner.as.call(savedSearches.get, { params: { id } })
  const fresh = await createRollAdmin(portal)
  const { body } = await fresh.upload(makeRollFile(8, makeRollRow('NEW-1')), {
    countyFips: '47037',
    name: anytown.name,
  })
  await expect.poll(async () => (await fresh.getImport(body.id)).status, { timeout: 20_000 }).toBe('LOADED')
  await aDayLater(owner)
  expect((await now(owner, id)).changes).toEqual({ entered: 1, left: 2 })
  expect((await getChanges(owner, id, 'ENTERED')).items).toMatchObject([{ property: { apn: 'NEW-1' } }])
})
