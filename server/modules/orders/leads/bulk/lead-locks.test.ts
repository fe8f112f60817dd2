import { bulkLeads } from '@dooryard/contract/leads/bulk-changes'
import { contactResultLog } from '@dooryard/contract/leads/contact-results'
import { leadLabels } from '@dooryard/contract/leads/lead-labels'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { testPortal } from '../../../../test/portal.ts'
import { createLeadBoardApi } from '../lead-board.fixture.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
const { withLeads } = createLeadBoardApi(portal)

type Lock = (db: Db) => Promise<unknown>
type Reply = { status: number }

const isAnyWaiting = async () =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      portal.db,
    )
  ).rows.length > 0

/** The status of a change that waits for the first lead; fails if it holds the last one meanwhile. */
async function changeWhileFirstIsLocked(lockFirst: Lock, lockLast: Lock, change: () => Promise<Reply>) {
  let reply: Promise<Reply> | undefined
  await inTransaction({ db: portal.db }, async ({ db }) => {
    await lockFirst(db)
    reply = change()
    await expect.poll(isAnyWaiting).toBe(true)
    await lockLast(db)
  })
  return (await reply)?.status
}

test('a number is marked in the order in which deliveries and checks write leads', async () => {
  const { owner, orderId, first } = await withLeads()
  const phone = '6155550142'
  const contacts = JSON.stringify([{ type: 'PHONE', value: phone, scrub: 'CLEAN' }])
  const ofOrder = portal.db.updateTable('orderLeads').set({ contacts }).where('orderId', '=', orderId)
  const ranks = (
    await portal.db.selectFrom('orderLeads').select('rank').where('orderId', '=', orderId).orderBy('rank').execute()
  ).map(({ rank }) => rank)
  const [start = 0, end = 0] = [ranks[0], ranks.at(-1)]
  // The first lead is stored behind the others, where a scan would find it last.
  await ofOrder.where('rank', '>', start).execute()
  await ofOrder.where('rank', '=', start).execute()
  const lockRank = (rank: number) => (db: Db) =>
    sql`select from order_leads where order_id = ${orderId} and rank = ${rank} for update nowait`.execute(db)
  const log = () => owner.as.call(contactResultLog.add, { params: first, body: { phone, result: 'DO_NOT_CALL' } })
  expect(await changeWhileFirstIsLocked(lockRank(start), lockRank(end), log)).toBe(201)
  const marked = sql`select from order_leads where order_id = ${orderId} and contacts @> '[{"scrub": "INTERNAL_DNC"}]'`
  expect((await marked.execute(portal.db)).rows).toHaveLength(50)
})

test('a deleted label leaves its leads in the order in which other changes lock them', async () => {
  const { owner, places } = await withLeads()
  const { id } = (await owner.as.call(leadLabels.create, { body: { kind: 'TAG', name: 'Hot' } })).body
  const leads = await portal.db
    .selectFrom('pipelineLeads')
    .select(['orderId', 'propertyId'])
    .where('userId', '=', owner.id)
    .orderBy('propertyId')
    .execute()
  const [start = { orderId: '', propertyId: '' }, ...others] = leads
  const tag = (tagged: typeof leads) => owner.as.call(bulkLeads.change, { body: { leads: tagged, addTags: [id] } })
  await tag(others)
  await tag([start])
  const ofOwner = sql`from pipeline_leads where user_id = ${owner.id}`
  const lockLead = (propertyId: string) => (db: Db) =>
    sql`select ${ofOwner} and property_id = ${propertyId} for update nowait`.execute(db)
  const remove = () => owner.as.call(leadLabels.remove, { params: { id } })
  const [lockFirst, lockLast] = [lockLead(start.propertyId), lockLead(others.at(-1)?.propertyId ?? '')]
  expect(await changeWhileFirstIsLocked(lockFirst, lockLast, remove)).toBe(204)
  const left = sql`select ${ofOwner} and tag_ids <> '{}'`
  expect([places.length, (await left.execute(portal.db)).rows]).toEqual([50, []])
})
