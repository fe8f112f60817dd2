import { adminDnc } from '@dooryard/contract/data/dnc'
import { account } from '@dooryard/contract/identity/account'
import { boardExport } from '@dooryard/contract/leads/board-export'
import { bulkLeads } from '@dooryard/contract/leads/bulk-changes'
import { contactResultLog } from '@dooryard/contract/leads/contact-results'
import { leadLabels } from '@dooryard/contract/leads/lead-labels'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createScrubPlan, scrubNumbers } from '../../dnc/index.ts'
import { callReadyDraft, enableCallReady, placeConsumerOrder } from '../call-ready/call-orders.fixture.ts'
import { createLeadBoardApi, type TestCaller, type TestLeadRef } from './lead-board.fixture.ts'

const portal = await testPortal({ demoRows: 2_000 })
beforeAll(() => enableCallReady(portal))
afterAll(portal.close)
const { withLeads, fetchBoard, fetchStageCounts, fetchLead } = createLeadBoardApi(portal)

const createLabel = async ({ as }: TestCaller, kind: 'TAG' | 'ASSIGNEE', name: string) =>
  (await as.call(leadLabels.create, { body: { kind, name, color: 'red' } })).body
const changeLeads = ({ as }: TestCaller, body: object) => as.call(bulkLeads.change, { body: body as never })
const log = ({ as }: TestCaller, params: TestLeadRef, body: object) =>
  as.call(contactResultLog.add, { params, body: body as never })
const exportLeads = async ({ as }: TestCaller, query = {}) => {
  const reply = await as.call(boardExport.get, { query })
  return String(reply.body)
}

async function withPhones() {
  const { owner, id: orderId } = await placeConsumerOrder(portal)
  const { items } = await fetchBoard(owner, { limit: 100 })
  const lead = items.find(({ contacts = [] }) => contacts.some(({ scrub }) => scrub === 'CLEAN'))
  const phone = lead?.contacts?.find(({ scrub }) => scrub === 'CLEAN')?.value ?? ''
  return { owner, orderId, phone, ref: { orderId, propertyId: lead?.propertyId ?? '' } }
}

test('many leads change stage, tags and assignee in one call, and an undo restores them', async () => {
  const { owner, places } = await withLeads()
  const [hot, dana] = [await createLabel(owner, 'TAG', 'Hot'), await createLabel(owner, 'ASSIGNEE', 'Dana')]
  const leads = places.slice(0, 20)
  const change = { leads, stage: 'CONTACTED', addTags: [hot.id], assigneeId: dana.id }
  const { body } = await changeLeads(owner, change)
  expect(body.changed).toBe(20)
  expect(await fetchStageCounts(owner)).toMatchObject({ NEW: 30, CONTACTED: 20 })
  expect((await fetchBoard(owner, { tag: hot.id })).totalCount).toBe(20)
  expect((await fetchBoard(owner, { assignee: 'NONE' })).totalCount).toBe(30)
  expect((await fetchBoard(owner, { assignee: dana.id })).items[0]).toMatchObject({
    stage: 'CONTACTED',
    tagIds: [hot.id],
    assigneeId: dana.id,
  })
  expect((await changeLeads(owner, change)).body).toEqual({ changed: 0, before: [] })
  await owner.as.call(bulkLeads.restore, { body: { leads: body.before } })
  expect(await fetchStageCounts(owner)).toMatchObject({ NEW: 50, CONTACTED: 0 })
  expect((await fetchBoard(owner, { tag: hot.id })).totalCount).toBe(0)
  expect((await fetchBoard(owner, { assignee: 'NONE' })).totalCount).toBe(50)
})

test('a bulk change of which one lead or label is not the caller’s changes nothing', async () => {
  const [mine, other] = [await withLeads(), await withLeads()]
  const tag = await createLabel(other.owner, 'TAG', 'Theirs')
  const replies = [
    await changeLeads(mine.owner, { leads: [mine.first, other.first], stage: 'DEAD' }),
    await changeLeads(mine.owner, { leads: [mine.first], stage: 'DEAD', addTags: [tag.id] }),
    await changeLeads(mine.owner, { leads: [mine.first], stage: 'DEAD', assigneeId: tag.id }),
    await mine.owner.as.call(bulkLeads.restore, { body: { leads: [{ ...other.first, stage: 'DEAD' }] } }),
    await mine.owner.as.call(leadLabels.change, { params: { id: tag.id }, body: { name: 'Mine' } }),
    await mine.owner.as.call(leadLabels.remove, { params: { id: tag.id } }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  const counts = { NEW: 50, DEAD: 0 }
  expect([await fetchStageCounts(mine.owner), await fetchStageCounts(other.owner)]).toMatchObject([counts, counts])
  const many = Array.from({ length: 501 }, () => mine.first)
  const refusal = await changeLeads(mine.owner, { leads: many, stage: 'DEAD' })
  expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([400, expect.stringContaining('at most 500 leads')])
})

test('labels have names of their own, counts and a limit, and a deleted one leaves its leads', async () => {
  const { owner, first, places } = await withLeads()
  const hot = await createLabel(owner, 'TAG', 'Hot')
  await changeLeads(owner, { leads: places.slice(0, 3), addTags: [hot.id] })
  const again = await owner.as.call(leadLabels.create, { body: { kind: 'TAG', name: 'HOT' } })
  expect([again.status, again.body]).toMatchObject([409, { message: 'You already have a tag named “HOT”.' }])
  expect((await owner.as.call(leadLabels.list)).body.items).toMatchObject([{ name: 'Hot', leads: 3, color: 'red' }])
  const renamed = await owner.as.call(leadLabels.change, { params: { id: hot.id }, body: { name: 'Warm' } })
  expect(renamed.body).toMatchObject({ name: 'Warm', leads: 3 })
  for (let nth = 2; nth <= 50; nth += 1) await createLabel(owner, 'TAG', `Tag ${nth}`)
  const refused = await owner.as.call(leadLabels.create, { body: { kind: 'TAG', name: 'One more' } })
  expect([refused.status, refused.body]).toMatchObject([422, { message: 'You can have 50 tags. Delete one first.' }])
  await owner.as.call(leadLabels.remove, { params: { id: hot.id } })
  expect((await fetchLead(owner, first)).tagIds).toEqual([])
})

test('a number that must not be called is on the internal list, and no card, file or later order has it', async () => {
  const { owner, ref, phone } = await withPhones()
  expect(await exportLeads(owner)).toContain(phone)
  expect((await log(owner, ref, { phone, result: 'LEFT_MESSAGE', note: 'After 5 pm' })).status).toBe(201)
  const logged = await log(owner, ref, { phone, result: 'DO_NOT_CALL' })
  expect([logged.status, logged.body]).toMatchObject([201, { kind: 'CONTACT', phone, result: 'DO_NOT_CALL' }])
  const lead = await fetchLead(owner, ref)
  expect(lead.contacts?.find(({ value }) => value === phone)?.scrub).toBe('INTERNAL_DNC')
  expect(lead.phoneResults).toMatchObject([{ phone, result: 'DO_NOT_CALL', tries: 2 }])
  expect(lead.activity.map(({ result, text }) => [result, text])).toEqual([
    ['DO_NOT_CALL', undefined],
    ['LEFT_MESSAGE', 'After 5 pm'],
  ])
  expect(await exportLeads(owner)).not.toContain(phone)
  expect(await exportLeads(owner, { phones: 'ALL' })).toContain(phone)
  const scrub = async (userId: string) => {
    const plan = await createScrubPlan(portal.db, { userId, at: portal.clock.now() })
    return (await scrubNumbers(portal.services, plan, [phone])).get(phone)
  }
  const other = await user(portal)
  expect([await scrub(owner.id), await scrub(other.id)]).toEqual(['INTERNAL_DNC', 'CLEAN'])
  const body = { ...callReadyDraft, orderName: 'Next', quantity: 50 }
  expect((await owner.as.call(privateOrders.place, { body })).status).toBe(201)

  const results = lead.activity.filter(({ kind }) => kind === 'CONTACT')
  for (const { id } of results) await owner.as.call(contactResultLog.remove, { params: { ...ref, resultId: id } })
  expect([(await fetchLead(owner, ref)).phoneResults, await scrub(owner.id)]).toEqual([[], 'INTERNAL_DNC'])
  const reason = 'The owner asked to be called again'
  const removal = await owner.as.call(contactResultLog.allowCalls, { params: ref, body: { phone, reason } })
  expect(removal.status).toBe(204)
  expect(await scrub(owner.id)).toBe('CLEAN')
  expect((await fetchLead(owner, ref)).contacts?.find(({ value }) => value === phone)?.scrub).toBe('NOT_SCRUBBED')
  const entries = await portal.db
    .selectFrom('auditLog')
    .select('reason')
    .where('action', '=', 'dnc.numbers_changed')
    .where('actorId', '=', owner.id)
    .orderBy('id')
    .execute()
  expect(entries.map((entry) => entry.reason)).toEqual(['Logged as the result of a call on a lead', reason])
})

test('a number comes off the user’s own list only, and a refusal says whose list it is on', async () => {
  const { owner, ref, phone } = await withPhones()
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const changePlatformList = (change: { add?: string[]; remove?: string[] }) =>
    admin.as.call(adminDnc.changeNumbers, { body: change })
  const body = { phone, reason: 'The owner asked to be called again' }
  const takeOff = () => owner.as.call(contactResultLog.allowCalls, { params: ref, body })
  const onNone = expect.stringContaining('is not on your do-not-call list')
  expect(await takeOff()).toMatchObject({ status: 422, body: { message: onNone } })
  // The leads of other tests have the same numbers.
  onTestFinished(async () => void (await changePlatformList({ remove: [phone] })))
  await changePlatformList({ add: [phone] })
  const onOurs = expect.stringContaining('is on our do-not-call list, not on yours')
  expect(await takeOff()).toMatchObject({ status: 422, body: { message: onOurs } })
  await log(owner, ref, { phone, result: 'DO_NOT_CALL' })
  expect((await takeOff()).status).toBe(204)
  const { contacts = [] } = await fetchLead(owner, ref)
  expect(contacts?.find(({ value }) => value === phone)?.scrub).toBe('INTERNAL_DNC')
  expect(await takeOff()).toMatchObject({ status: 422, body: { message: onOurs } })
})

test('results are logged for the lead’s own phones by its owner only, and a wrong number is not exported', async () => {
  const { owner, ref, phone } = await withPhones()
  const other = await withLeads()
  const body = { phone, result: 'REACHED' }
  expect((await log(other.owner, ref, body)).status).toBe(404)
  expect(await log(owner, ref, { ...body, phone: '6155550000' })).toMatchObject({
    status: 422,
    body: { message: 'This lead has no such phone number.' },
  })
  expect((await log(owner, ref, { ...body, phone: '555' })).status).toBe(400)
  const { body: wrong } = await log(owner, ref, { phone, result: 'WRONG_NUMBER' })
  expect(await exportLeads(owner)).not.toContain(phone)
  const params = { ...ref, resultId: wrong.id }
  expect((await other.owner.as.call(contactResultLog.remove, { params })).status).toBe(404)
  expect((await owner.as.call(contactResultLog.remove, { params })).status).toBe(204)
  expect(await exportLeads(owner)).toContain(phone)
})

test('an export has the leads by stage with tags, assignee and last result, as CSV and as a workbook', async () => {
  const { owner, places, leads } = await withLeads()
  const [hot, dana] = [await createLabel(owner, 'TAG', 'Hot'), await createLabel(owner, 'ASSIGNEE', 'Dana')]
  const [first] = places
  await changeLeads(owner, { leads: [first], stage: 'NEGOTIATING', addTags: [hot.id], assigneeId: dana.id })
  const lines = (await exportLeads(owner)).trim().split('\r\n')
  expect(lines).toHaveLength(51)
  expect(lines[0]).toMatch(/^\uFEFF?Stage,In Stage Since,Tags,Assignee,Last Result/)
  expect(lines.at(-1)).toMatch(/^Negotiating,\d{4}-\d\d-\d\d,Hot,Dana,/)
  expect(lines.at(-1)).toContain(leads[0]?.ownerName?.split(' ')[0] ?? '')
  expect((await exportLeads(owner, { stage: 'NEGOTIATING' })).trim().split('\r\n')).toHaveLength(2)
  expect((await exportLeads(owner, { format: 'XLSX' })).slice(0, 2)).toBe('PK')
  const stranger = await user(portal, { role: 'CONSUMER_USER' })
  expect((await exportLeads(stranger)).trim().split('\r\n')).toHaveLength(1)
})

test('closing an account deletes its labels and results of calls', async () => {
  const { owner, ref, phone } = await withPhones()
  await createLabel(owner, 'ASSIGNEE', 'Dana')
  await log(owner, ref, { phone, result: 'REACHED', note: 'Talked to Casey' })
  await owner.as.call(account.close, { body: { password: testPassword } })
  const labels = await portal.db.selectFrom('leadLabels').select('id').where('userId', '=', owner.id).execute()
  const results = await portal.db.selectFrom('leadActivity').select('id').where('orderId', '=', ref.orderId).execute()
  expect([labels, results]).toEqual([[], []])
})
