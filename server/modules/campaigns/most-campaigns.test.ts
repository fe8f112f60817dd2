import { campaigns, mostActiveCampaigns, mostCampaigns } from '@dooryard/contract/campaigns'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { enterpriseUser, type TestUser } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)

const draft = { name: 'One more', campaignType: 'MAIL_READY' as const, criteria: { location: { states: ['TN'] } } }

/** So many more campaigns of somebody's, which the calls would take long to make. */
const fill = (userId: string, status: 'ACTIVE' | 'ARCHIVED', count: number) =>
  sql`insert into campaigns (id, user_id, name, campaign_type, criteria, status)
    select gen_random_uuid(), ${userId}::uuid, 'Filler ' || n, 'MAIL_READY', '{}', ${status}
    from generate_series(1, ${count}::integer) n`.execute(portal.db)

const create = ({ as }: TestUser) => as.call(campaigns.create, { body: draft })
const set = ({ as }: TestUser, campaignId: string, status: 'ACTIVE' | 'ARCHIVED') =>
  as.call(campaigns.change, { params: { campaignId }, body: { status } })

test('a user has 200 active campaigns at most, and archiving one makes room for another', async () => {
  const owner = await enterpriseUser(portal)
  await fill(owner.id, 'ACTIVE', mostActiveCampaigns - 1)
  const refusedTo = (act: string) => {
    const message = `You have 200 active campaigns, the most an account can have. Archive one to ${act}.`
    return { status: 422, body: { code: 'UNPROCESSABLE', message } }
  }
  expect(await create(owner)).toMatchObject(refusedTo('create another'))
  expect(await set(owner, owner.campaign.id, 'ARCHIVED')).toMatchObject({ status: 200 })
  expect(await create(owner)).toMatchObject({ status: 201 })
  expect(await set(owner, owner.campaign.id, 'ACTIVE')).toMatchObject(refusedTo('reactivate this one'))
  const rename = { params: { campaignId: owner.campaign.id }, body: { name: 'Renamed', status: 'ARCHIVED' as const } }
  expect(await owner.as.call(campaigns.change, rename)).toMatchObject({ status: 200, body: { name: 'Renamed' } })
})

test('an active campaign that stays active is changed however many there are', async () => {
  const owner = await enterpriseUser(portal)
  await fill(owner.id, 'ACTIVE', mostActiveCampaigns)
  expect(await set(owner, owner.campaign.id, 'ACTIVE')).toMatchObject({ status: 200, body: { status: 'ACTIVE' } })
})

test('a user has 2,000 campaigns at most, archived ones included, and is told to use one of them again', async () => {
  const owner = await enterpriseUser(portal)
  await fill(owner.id, 'ARCHIVED', mostCampaigns - 1)
  expect(await create(owner)).toMatchObject({
    status: 422,
    body: {
      message: expect.stringMatching(/^You have 2,000 campaigns, archived ones included.* Reactivate an archived one/),
    },
  })
  const again = await owner.as.call(campaigns.list, { query: { search: 'Filler 7' } })
  expect(await set(owner, again.body.items[0]?.id ?? '', 'ACTIVE')).toMatchObject({ status: 200 })
})

test('a list of active or of archived campaigns has and counts those alone', async () => {
  const owner = await enterpriseUser(portal)
  await fill(owner.id, 'ARCHIVED', 3)
  const list = async (query: { status?: 'ACTIVE' | 'ARCHIVED'; search?: string }) => {
    const { body } = await owner.as.call(campaigns.list, { query })
    return [body.totalCount, body.items.map(({ status }) => status)]
  }
  expect(await list({ status: 'ACTIVE' })).toEqual([1, ['ACTIVE']])
  expect(await list({ status: 'ARCHIVED' })).toEqual([3, ['ARCHIVED', 'ARCHIVED', 'ARCHIVED']])
  expect(await list({ status: 'ARCHIVED', search: 'Filler 2' })).toEqual([1, ['ARCHIVED']])
  expect(await list({})).toMatchObject([4, expect.anything()])
})

test('of many that are made at once for the last place, one is', async () => {
  const owner = await enterpriseUser(portal)
  await fill(owner.id, 'ACTIVE', mostActiveCampaigns - 2)
  const made = await Promise.all(Array.from({ length: 6 }, () => create(owner)))
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422])
})
