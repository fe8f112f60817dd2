import { campaigns, maxActiveCampaigns, maxCampaigns } from '@dooryard/contract/orders/campaigns'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { enterpriseUser, type TestUser } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)

const draft = { name: 'One more', campaignType: 'MAIL_READY' as const, criteria: { location: { states: ['TN'] } } }

/** Inserts campaigns directly, because creating this many through the API would be slow. */
const insertCampaigns = (userId: string, status: 'ACTIVE' | 'ARCHIVED', count: number) =>
  sql`insert into campaigns (id, user_id, name, campaign_type, criteria, status)
    select gen_random_uuid(), ${userId}::uuid, 'Filler ' || n, 'MAIL_READY', '{}', ${status}
    from generate_series(1, ${count}::integer) n`.execute(portal.db)

const createCampaign = ({ as }: TestUser) => as.call(campaigns.create, { body: draft })
const setCampaignStatus = ({ as }: TestUser, campaignId: string, status: 'ACTIVE' | 'ARCHIVED') =>
  as.call(campaigns.change, { params: { campaignId }, body: { status } })

test('a user has at most 200 active campaigns, and archiving one makes room for another', async () => {
  const owner = await enterpriseUser(portal)
  await insertCampaigns(owner.id, 'ACTIVE', maxActiveCampaigns - 1)
  const refusedTo = (act: string) => {
    const message = `You have 200 active campaigns, the maximum. Archive one to ${act}.`
    return { status: 422, body: { code: 'UNPROCESSABLE', message } }
  }
  expect(await createCampaign(owner)).toMatchObject(refusedTo('create another'))
  expect(await setCampaignStatus(owner, owner.campaign.id, 'ARCHIVED')).toMatchObject({ status: 200 })
  expect(await createCampaign(owner)).toMatchObject({ status: 201 })
  expect(await setCampaignStatus(owner, owner.campaign.id, 'ACTIVE')).toMatchObject(refusedTo('reactivate this one'))
  const rename = { params: { campaignId: owner.campaign.id }, body: { name: 'Renamed', status: 'ARCHIVED' as const } }
  expect(await owner.as.call(campaigns.change, rename)).toMatchObject({ status: 200, body: { name: 'Renamed' } })
})

test('an active campaign can be changed at the limit as long as it stays active', async () => {
  const owner = await enterpriseUser(portal)
  await insertCampaigns(owner.id, 'ACTIVE', maxActiveCampaigns)
  expect(await setCampaignStatus(owner, owner.campaign.id, 'ACTIVE')).toMatchObject({
    status: 200,
    body: { status: 'ACTIVE' },
  })
})

test('a user has at most 2,000 campaigns including archived ones, and the error suggests reusing one', async () => {
  const owner = await enterpriseUser(portal)
  await insertCampaigns(owner.id, 'ARCHIVED', maxCampaigns - 1)
  expect(await createCampaign(owner)).toMatchObject({
    status: 422,
    body: {
      message: expect.stringMatching(/^You have 2,000 campaigns, including archived ones.* Reactivate an archived one/),
    },
  })
  const again = await owner.as.call(campaigns.list, { query: { search: 'Filler 7' } })
  expect(await setCampaignStatus(owner, again.body.items[0]?.id ?? '', 'ACTIVE')).toMatchObject({ status: 200 })
})

test('a list of active or archived campaigns contains and counts only those', async () => {
  const owner = await enterpriseUser(portal)
  await insertCampaigns(owner.id, 'ARCHIVED', 3)
  const list = async (query: { status?: 'ACTIVE' | 'ARCHIVED'; search?: string }) => {
    const { body } = await owner.as.call(campaigns.list, { query })
    return [body.totalCount, body.items.map(({ status }) => status)]
  }
  expect(await list({ status: 'ACTIVE' })).toEqual([1, ['ACTIVE']])
  expect(await list({ status: 'ARCHIVED' })).toEqual([3, ['ARCHIVED', 'ARCHIVED', 'ARCHIVED']])
  expect(await list({ status: 'ARCHIVED', search: 'Filler 2' })).toEqual([1, ['ARCHIVED']])
  expect(await list({})).toMatchObject([4, expect.anything()])
})

test('of many campaigns created at once for the last slot, one is created', async () => {
  const owner = await enterpriseUser(portal)
  await insertCampaigns(owner.id, 'ACTIVE', maxActiveCampaigns - 2)
  const made = await Promise.all(Array.from({ length: 6 }, () => createCampaign(owner)))
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422])
})
