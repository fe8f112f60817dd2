import { account } from '@dooryard/contract/identity/account'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { actAsUser, enterpriseUser, signInWithPassword, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { orderSchedule } from '../orders.jobs.ts'
import { createLeadBoardApi, emptyStageCounts, type TestCaller, type TestLeadRef } from './lead-board.fixture.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
const { withLeads, fetchBoard, fetchStageCounts, move, note, fetchLead } = createLeadBoardApi(portal)
const removeNote = ({ as }: TestCaller, ref: TestLeadRef, noteId: string) =>
  as.call(leadBoard.removeNote, { params: { ...ref, noteId } })
const restoreNote = ({ as }: TestCaller, ref: TestLeadRef, noteId: string) =>
  as.call(leadBoard.restoreNote, { params: { ...ref, noteId } })

test('a moved lead comes first at its stage, and its activity shows who moved it', async () => {
  const { owner, places, first } = await withLeads()
  const [, second = first] = places
  const { status, body } = await move(owner, first, 'CONTACTED')
  expect([status, body.stage]).toEqual([200, 'CONTACTED'])
  await move(owner, second, 'CONTACTED')
  const there = (await fetchBoard(owner, { stage: 'CONTACTED' })).items
  expect(there.map(({ propertyId }) => propertyId)).toEqual([second.propertyId, first.propertyId])
  expect(await fetchStageCounts(owner)).toEqual({ ...emptyStageCounts, NEW: 48, CONTACTED: 2 })
  await move(owner, first, 'DEAD')
  const detail = await fetchLead(owner, first)
  expect(detail.activity.map(({ kind, from, to, by }) => [kind, from, to, by])).toEqual([
    ['STAGE', 'CONTACTED', 'DEAD', 'Tess Sampleton'],
    ['STAGE', 'NEW', 'CONTACTED', 'Tess Sampleton'],
  ])
  expect(detail.stagedAt).toBe(detail.activity[0]?.at)
})

test('a lead moved to its current stage stays unchanged: a double click is one move, even concurrently', async () => {
  const { owner, first } = await withLeads()
  const replies = await Promise.all(Array.from({ length: 8 }, () => move(owner, first, 'CLOSED')))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const before = await fetchLead(owner, first)
  expect(before.activity).toHaveLength(1)
  portal.clock.advance(60_000)
  expect((await move(owner, first, 'CLOSED')).body.stagedAt).toBe(before.stagedAt)
  expect(await fetchLead(owner, first)).toEqual(before)
})

test('when two users move a lead at once, each move starts where the other ended', async () => {
  const { owner, first } = await withLeads()
  await Promise.all([move(owner, first, 'CLOSED'), move(owner, first, 'DEAD')])
  const { stage, activity } = await fetchLead(owner, first)
  const moves = activity.map(({ from, to }) => `${from} ${to}`)
  expect(moves.toSorted()).toEqual(
    (stage === 'DEAD' ? ['NEW CLOSED', 'CLOSED DEAD'] : ['NEW DEAD', 'DEAD CLOSED']).toSorted(),
  )
})

test('the stage set on an order is that of the board, and a move there appears here', async () => {
  const { owner, orderId, first } = await withLeads()
  const params = { id: orderId, propertyId: first.propertyId }
  await owner.as.call(privateOrders.changeLead, { params, body: { stage: 'FOLLOW_UP' } })
  expect(await fetchLead(owner, first)).toMatchObject({
    stage: 'FOLLOW_UP',
    activity: [{ from: 'NEW', to: 'FOLLOW_UP' }],
  })
  await move(owner, first, 'NEW')
  const query = { stage: 'FOLLOW_UP' as const }
  expect((await owner.as.call(privateOrders.leads, { params: { id: orderId }, query })).body.totalCount).toBe(0)
})

test('notes are created, counted, listed with the moves and deleted once', async () => {
  const { owner, first } = await withLeads()
  const { status, body } = await note(owner, first, '  Asked to be called <b>later</b>  ')
  expect([status, body]).toEqual([201, expect.objectContaining({ kind: 'NOTE', by: 'Tess Sampleton' })])
  expect(body.text).toBe('Asked to be called <b>later</b>')
  portal.clock.advance(1_000)
  await move(owner, first, 'CONTACTED')
  expect(await fetchLead(owner, first)).toMatchObject({ notes: 1, activity: [{ kind: 'STAGE' }, body] })
  expect((await fetchBoard(owner, { stage: 'CONTACTED' })).items).toMatchObject([{ notes: 1 }])
  expect(await note(owner, first, '   ')).toMatchObject({ status: 400, body: { message: 'A note is required' } })
  expect(await note(owner, first, 'x'.repeat(2_001))).toMatchObject({ status: 400 })
  expect((await removeNote(owner, first, body.id)).status).toBe(204)
  expect(await removeNote(owner, first, body.id)).toMatchObject({
    status: 404,
    body: { message: 'This note was not found.' },
  })
  const { activity, notes } = await fetchLead(owner, first)
  expect([notes, activity.length]).toEqual([0, 1])
  expect((await fetchBoard(owner, { stage: 'CONTACTED' })).items).toMatchObject([{ notes: 0 }])
  // A stage move is not a note.
  expect(await removeNote(owner, first, activity[0]?.id ?? '')).toMatchObject({ status: 404 })
  expect(await restoreNote(owner, first, activity[0]?.id ?? '')).toMatchObject({ status: 404 })
})

test('a deleted note can be restored unchanged within 24 hours and is purged after that', async () => {
  const { owner, first } = await withLeads()
  const { body: written } = await note(owner, first, 'Asked to be called later')
  const before = await fetchLead(owner, first)
  expect((await restoreNote(owner, first, written.id)).body).toEqual(written)
  await removeNote(owner, first, written.id)
  portal.clock.advance(60_000)
  const replies = await Promise.all([restoreNote(owner, first, written.id), restoreNote(owner, first, written.id)])
  expect(replies.map(({ status, body }) => [status, body])).toEqual([
    [200, written],
    [200, written],
  ])
  expect(await fetchLead(owner, first)).toEqual(before)
  const { body: stays } = await note(owner, first, 'This one stays')
  await removeNote(owner, first, written.id)
  const kept = () => portal.db.selectFrom('leadActivity').select('id').where('orderId', '=', first.orderId).execute()
  await orderSchedule(portal.services)['purge-deleted-notes'].run()
  expect(await kept()).toHaveLength(2)
  portal.clock.advance(24 * 3_600_000)
  const later = await signInWithPassword(portal, owner.email)
  expect(await restoreNote(later, first, written.id)).toMatchObject({ status: 404 })
  await orderSchedule(portal.services)['purge-deleted-notes'].run()
  expect(await kept()).toEqual([{ id: stays.id }])
})

test('a lead has at most 200 notes, and all of them are listed however often it was moved', async () => {
  const { owner, first } = await withLeads()
  const { body: written } = await note(owner, first, 'The first')
  const some = <More extends object>(count: number, more: More) =>
    Array.from({ length: count }, () => ({ ...first, ...more, id: newId(), actorId: owner.id, at: portal.clock.now() }))
  const moves = some(501, { kind: 'STAGE', fromStage: 'NEW', toStage: 'DEAD' })
  const notes = some(198, { kind: 'NOTE', text: 'Another' })
  await portal.db.insertInto('leadActivity').values(moves).execute()
  await portal.db.insertInto('leadActivity').values(notes).execute()
  const replies = await Promise.all(['The last', 'One too many'].map((text) => note(owner, first, text)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422])
  const { activity } = await fetchLead(owner, first)
  expect(activity.filter(({ kind }) => kind === 'NOTE')).toHaveLength(200)
  expect(activity.map(({ id }) => id)).toContain(written.id)
  const removed = await removeNote(owner, first, written.id)
  expect([removed.status, (await note(owner, first, 'Now there is room')).status]).toEqual([204, 201])
  expect(await restoreNote(owner, first, written.id)).toMatchObject({ status: 422, body: { code: 'UNPROCESSABLE' } })
})

test('writing and deleting notes repeatedly is limited until the next day', async () => {
  const { owner, first } = await withLeads()
  const at = portal.clock.now()
  const deleted = { ...first, kind: 'NOTE', text: 'Written', actorId: owner.id, at, deletedAt: at }
  const rows = Array.from({ length: 999 }, () => ({ ...deleted, id: newId() }))
  await portal.db.insertInto('leadActivity').values(rows).execute()
  const { status, body } = await note(owner, first, 'The thousandth')
  expect(status).toBe(201)
  await removeNote(owner, first, body.id)
  expect(await note(owner, first, 'One too many')).toMatchObject({ status: 422, body: { code: 'UNPROCESSABLE' } })
  // Every deleted note can still be restored.
  expect((await restoreNote(owner, first, body.id)).status).toBe(200)
  portal.clock.advance(25 * 3_600_000)
  await orderSchedule(portal.services)['purge-deleted-notes'].run()
  expect((await note(await signInWithPassword(portal, owner.email), first, 'The day after')).status).toBe(201)
})

test('ten equal concurrent notes with one Idempotency-Key create one note', async () => {
  const { owner, first } = await withLeads()
  const once = { 'idempotency-key': newId() }
  const replies = await Promise.all(Array.from({ length: 10 }, () => note(owner, first, 'Left a message', once)))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect((await fetchLead(owner, first)).notes).toBe(1)
  // Control: without a key, each request creates a note.
  await Promise.all([note(owner, first, 'Left a message'), note(owner, first, 'Left a message')])
  expect((await fetchLead(owner, first)).notes).toBe(3)
})

test("a user cannot find, move or annotate another user's lead, and it is not counted", async () => {
  const [{ owner, first }, other] = [await withLeads(), await withLeads()]
  const { body: written } = await note(owner, first, 'Mine')
  const attempts = (by: TestCaller, params: TestLeadRef) =>
    Promise.all([
      by.as.call(leadBoard.get, { params }),
      move(by, params, 'DEAD'),
      note(by, params, 'Theirs'),
      removeNote(by, params, written.id),
      restoreNote(by, params, written.id),
    ])
  const enterprise = await enterpriseUser(portal)
  for (const by of [other.owner, enterprise])
    expect((await attempts(by, first)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  // Neither another order's lead nor a nonexistent lead is accepted.
  const crossed = { orderId: other.orderId, propertyId: '1' }
  expect((await attempts(other.owner, crossed)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  // A note is found only on its own lead.
  expect(await removeNote(other.owner, other.first, written.id)).toMatchObject({ status: 404 })
  expect(await restoreNote(other.owner, other.first, written.id)).toMatchObject({ status: 404 })
  expect((await fetchBoard(other.owner, { orderId: first.orderId })).totalCount).toBe(0)
  expect(await fetchStageCounts(enterprise)).toEqual(emptyStageCounts)
  expect(await fetchLead(owner, first)).toMatchObject({ stage: 'NEW', notes: 1 })
})

test('actions of an administrator as the user are shown as Support and stored under their own account', async () => {
  const { owner, first } = await withLeads()
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const acting = await actAsUser(portal, admin, owner.id)
  await move(acting, first, 'CONTACTED')
  expect((await note(acting, first, 'For them')).body.by).toBe('Support')
  await note(owner, first, 'For me')
  const { activity } = await fetchLead(owner, first)
  expect(activity.map(({ by }) => by).toSorted()).toEqual(['Support', 'Support', 'Tess Sampleton'])
  const kept = portal.db.selectFrom('leadActivity').select('actorId').where('orderId', '=', first.orderId)
  const actors = (await kept.execute()).map(({ actorId }) => actorId)
  expect(actors.toSorted()).toEqual([admin.id, admin.id, owner.id].toSorted())
})

test("notes are deleted with their account, and other users' notes stay", async () => {
  const [gone, stays] = [await withLeads(), await withLeads()]
  for (const { owner, first } of [gone, stays]) {
    await note(owner, first, 'About somebody')
    await removeNote(owner, first, (await note(owner, first, 'Deleted before')).body.id)
    await move(owner, first, 'CONTACTED')
  }
  const { status } = await gone.owner.as.call(account.close, { body: { password: testPassword } })
  expect(status).toBe(204)
  const left = await portal.db
    .selectFrom('leadActivity')
    .select(['orderId', 'kind'])
    .where('orderId', 'in', [gone.orderId, stays.orderId])
    .orderBy('kind')
    .execute()
  expect(left.filter(({ orderId }) => orderId === gone.orderId).map(({ kind }) => kind)).toEqual(['STAGE'])
  expect(left.filter(({ orderId }) => orderId === stays.orderId).map(({ kind }) => kind)).toEqual([
    'NOTE',
    'NOTE',
    'STAGE',
  ])
})
