import { account } from '@dooryard/contract/account'
import { leadBoard } from '@dooryard/contract/lead-board'
import { privateOrders } from '@dooryard/contract/orders'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { actingAs, enterpriseUser, signedIn, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { type Asker, leadBoardOf, nothing, type Place } from './lead-board.fixture.ts'
import { orderSchedule } from './orders.jobs.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
const { withLeads, listOf, stagesOf, move, note, detailOf } = leadBoardOf(portal)
const unnote = ({ as }: Asker, place: Place, noteId: string) =>
  as.call(leadBoard.removeNote, { params: { ...place, noteId } })
const renote = ({ as }: Asker, place: Place, noteId: string) =>
  as.call(leadBoard.restoreNote, { params: { ...place, noteId } })

test('a lead that is moved stands first at its stage, and what happened to it is told with who did it', async () => {
  const { owner, places, first } = await withLeads()
  const [, second = first] = places
  const { status, body } = await move(owner, first, 'CONTACTED')
  expect([status, body.stage]).toEqual([200, 'CONTACTED'])
  await move(owner, second, 'CONTACTED')
  const there = (await listOf(owner, { stage: 'CONTACTED' })).items
  expect(there.map(({ propertyId }) => propertyId)).toEqual([second.propertyId, first.propertyId])
  expect(await stagesOf(owner)).toEqual({ ...nothing, NEW: 48, CONTACTED: 2 })
  await move(owner, first, 'DEAD')
  const detail = await detailOf(owner, first)
  expect(detail.activity.map(({ kind, from, to, by }) => [kind, from, to, by])).toEqual([
    ['STAGE', 'CONTACTED', 'DEAD', 'Tess Sampleton'],
    ['STAGE', 'NEW', 'CONTACTED', 'Tess Sampleton'],
  ])
  expect(detail.stagedAt).toBe(detail.activity[0]?.at)
})

test('a lead that is moved where it is stays as it is: a double click is one move, at once too', async () => {
  const { owner, first } = await withLeads()
  const replies = await Promise.all(Array.from({ length: 8 }, () => move(owner, first, 'CLOSED')))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const before = await detailOf(owner, first)
  expect(before.activity).toHaveLength(1)
  portal.clock.advance(60_000)
  expect((await move(owner, first, 'CLOSED')).body.stagedAt).toBe(before.stagedAt)
  expect(await detailOf(owner, first)).toEqual(before)
})

test('of two who move a lead at once, each move starts where the other ended', async () => {
  const { owner, first } = await withLeads()
  await Promise.all([move(owner, first, 'CLOSED'), move(owner, first, 'DEAD')])
  const { stage, activity } = await detailOf(owner, first)
  const moves = activity.map(({ from, to }) => `${from} ${to}`)
  expect(moves.toSorted()).toEqual(
    (stage === 'DEAD' ? ['NEW CLOSED', 'CLOSED DEAD'] : ['NEW DEAD', 'DEAD CLOSED']).toSorted(),
  )
})

test('the stage noted at an order is that of the board, and a move there is told here', async () => {
  const { owner, orderId, first } = await withLeads()
  const params = { id: orderId, propertyId: first.propertyId }
  await owner.as.call(privateOrders.changeLead, { params, body: { stage: 'FOLLOW_UP' } })
  expect(await detailOf(owner, first)).toMatchObject({
    stage: 'FOLLOW_UP',
    activity: [{ from: 'NEW', to: 'FOLLOW_UP' }],
  })
  await move(owner, first, 'NEW')
  const query = { stage: 'FOLLOW_UP' as const }
  expect((await owner.as.call(privateOrders.leads, { params: { id: orderId }, query })).body.totalCount).toBe(0)
})

test('notes are written, counted, told with the moves and deleted, once', async () => {
  const { owner, first } = await withLeads()
  const { status, body } = await note(owner, first, '  Asked to be called <b>later</b>  ')
  expect([status, body]).toEqual([201, expect.objectContaining({ kind: 'NOTE', by: 'Tess Sampleton' })])
  expect(body.text).toBe('Asked to be called <b>later</b>')
  portal.clock.advance(1_000)
  await move(owner, first, 'CONTACTED')
  expect(await detailOf(owner, first)).toMatchObject({ notes: 1, activity: [{ kind: 'STAGE' }, body] })
  expect((await listOf(owner, { stage: 'CONTACTED' })).items).toMatchObject([{ notes: 1 }])
  expect(await note(owner, first, '   ')).toMatchObject({ status: 400, body: { message: 'A note is required' } })
  expect(await note(owner, first, 'x'.repeat(2_001))).toMatchObject({ status: 400 })
  expect((await unnote(owner, first, body.id)).status).toBe(204)
  expect(await unnote(owner, first, body.id)).toMatchObject({
    status: 404,
    body: { message: 'This note was not found.' },
  })
  const { activity, notes } = await detailOf(owner, first)
  expect([notes, activity.length]).toEqual([0, 1])
  expect((await listOf(owner, { stage: 'CONTACTED' })).items).toMatchObject([{ notes: 0 }])
  // A move is no note.
  expect(await unnote(owner, first, activity[0]?.id ?? '')).toMatchObject({ status: 404 })
  expect(await renote(owner, first, activity[0]?.id ?? '')).toMatchObject({ status: 404 })
})

test('a deleted note comes back as it was within 24 hours, and is gone for good after that', async () => {
  const { owner, first } = await withLeads()
  const { body: written } = await note(owner, first, 'Asked to be called later')
  const before = await detailOf(owner, first)
  expect((await renote(owner, first, written.id)).body).toEqual(written)
  await unnote(owner, first, written.id)
  portal.clock.advance(60_000)
  const replies = await Promise.all([renote(owner, first, written.id), renote(owner, first, written.id)])
  expect(replies.map(({ status, body }) => [status, body])).toEqual([
    [200, written],
    [200, written],
  ])
  expect(await detailOf(owner, first)).toEqual(before)
  const { body: stays } = await note(owner, first, 'This one stays')
  await unnote(owner, first, written.id)
  const kept = () => portal.db.selectFrom('leadActivity').select('id').where('orderId', '=', first.orderId).execute()
  await orderSchedule(portal.services)['purge-deleted-notes'].run()
  expect(await kept()).toHaveLength(2)
  portal.clock.advance(24 * 3_600_000)
  const later = await signedIn(portal, owner.email)
  expect(await renote(later, first, written.id)).toMatchObject({ status: 404 })
  await orderSchedule(portal.services)['purge-deleted-notes'].run()
  expect(await kept()).toEqual([{ id: stays.id }])
})

test('a lead has 200 notes at most, and however often it was moved, all of them are told', async () => {
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
  const { activity } = await detailOf(owner, first)
  expect(activity.filter(({ kind }) => kind === 'NOTE')).toHaveLength(200)
  expect(activity.map(({ id }) => id)).toContain(written.id)
  const removed = await unnote(owner, first, written.id)
  expect([removed.status, (await note(owner, first, 'Now there is room')).status]).toEqual([204, 201])
  expect(await renote(owner, first, written.id)).toMatchObject({ status: 422, body: { code: 'UNPROCESSABLE' } })
})

test('writing and deleting notes again and again comes to an end until tomorrow', async () => {
  const { owner, first } = await withLeads()
  const at = portal.clock.now()
  const deleted = { ...first, kind: 'NOTE', text: 'Written', actorId: owner.id, at, deletedAt: at }
  const rows = Array.from({ length: 999 }, () => ({ ...deleted, id: newId() }))
  await portal.db.insertInto('leadActivity').values(rows).execute()
  const { status, body } = await note(owner, first, 'The thousandth')
  expect(status).toBe(201)
  await unnote(owner, first, body.id)
  expect(await note(owner, first, 'One too many')).toMatchObject({ status: 422, body: { code: 'UNPROCESSABLE' } })
  // Whatever was deleted can still be had back.
  expect((await renote(owner, first, body.id)).status).toBe(200)
  portal.clock.advance(25 * 3_600_000)
  await orderSchedule(portal.services)['purge-deleted-notes'].run()
  expect((await note(await signedIn(portal, owner.email), first, 'The day after')).status).toBe(201)
})

test('ten equal notes at once with one Idempotency-Key are one', async () => {
  const { owner, first } = await withLeads()
  const once = { 'idempotency-key': newId() }
  const replies = await Promise.all(Array.from({ length: 10 }, () => note(owner, first, 'Left a message', once)))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect((await detailOf(owner, first)).notes).toBe(1)
  // The control: without a key each is a note.
  await Promise.all([note(owner, first, 'Left a message'), note(owner, first, 'Left a message')])
  expect((await detailOf(owner, first)).notes).toBe(3)
})

test("nobody finds, moves or writes about another's lead, and it is not counted", async () => {
  const [{ owner, first }, other] = [await withLeads(), await withLeads()]
  const { body: written } = await note(owner, first, 'Mine')
  const attempts = (by: Asker, params: Place) =>
    Promise.all([
      by.as.call(leadBoard.get, { params }),
      move(by, params, 'DEAD'),
      note(by, params, 'Theirs'),
      unnote(by, params, written.id),
      renote(by, params, written.id),
    ])
  const enterprise = await enterpriseUser(portal)
  for (const by of [other.owner, enterprise])
    expect((await attempts(by, first)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  // The order of one and the lead of another are no place, nor is one of nothing.
  const crossed = { orderId: other.orderId, propertyId: '1' }
  expect((await attempts(other.owner, crossed)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  // A note is found at its own lead alone.
  expect(await unnote(other.owner, other.first, written.id)).toMatchObject({ status: 404 })
  expect(await renote(other.owner, other.first, written.id)).toMatchObject({ status: 404 })
  expect((await listOf(other.owner, { orderId: first.orderId })).totalCount).toBe(0)
  expect(await stagesOf(enterprise)).toEqual(nothing)
  expect(await detailOf(owner, first)).toMatchObject({ stage: 'NEW', notes: 1 })
})

test('what an administrator does as the user is told as done by Support, and kept under their own account', async () => {
  const { owner, first } = await withLeads()
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const acting = await actingAs(portal, admin, owner.id)
  await move(acting, first, 'CONTACTED')
  expect((await note(acting, first, 'For them')).body.by).toBe('Support')
  await note(owner, first, 'For me')
  const { activity } = await detailOf(owner, first)
  expect(activity.map(({ by }) => by).toSorted()).toEqual(['Support', 'Support', 'Tess Sampleton'])
  const kept = portal.db.selectFrom('leadActivity').select('actorId').where('orderId', '=', first.orderId)
  const actors = (await kept.execute()).map(({ actorId }) => actorId)
  expect(actors.toSorted()).toEqual([admin.id, admin.id, owner.id].toSorted())
})

test('notes go with the account, and those of others stay', async () => {
  const [gone, stays] = [await withLeads(), await withLeads()]
  for (const { owner, first } of [gone, stays]) {
    await note(owner, first, 'About somebody')
    await unnote(owner, first, (await note(owner, first, 'Deleted before')).body.id)
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
