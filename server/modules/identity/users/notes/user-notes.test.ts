import { account } from '@dooryard/contract/identity/account'
import { adminUserNotes } from '@dooryard/contract/identity/admin/user-notes'
import { afterAll, expect, test } from 'vitest'
import { testPassword, user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)
const [author, colleague] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal, { role: 'SUPER_ADMIN' })]

const addNote = async (userId: string, body: string, isPinned = false) =>
  (await author.as.call(adminUserNotes.create, { params: { id: userId }, body: { body, isPinned } })).body
const listBodies = async (userId: string) => {
  const reply = await colleague.as.call(adminUserNotes.list, { params: { id: userId }, query: {} })
  return reply.body.items.map(({ body, isOwn }) => [body, isOwn])
}

test('administrators see the notes of each other, pinned ones first, and edit and delete only their own', async () => {
  const { id } = await user(portal)
  const first = await addNote(id, 'Call after 4 pm\nEastern time')
  await addNote(id, 'Pays by invoice', true)
  await addNote(id, 'Asked for a demo')
  expect(await listBodies(id)).toEqual([
    ['Pays by invoice', false],
    ['Asked for a demo', false],
    ['Call after 4 pm\nEastern time', false],
  ])
  const params = { id, noteId: first.id }
  expect(await colleague.as.call(adminUserNotes.change, { params, body: { body: 'Never call' } })).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/^Only [A-Z].+, who wrote this note, can edit or delete it\.$/) },
  })
  expect((await colleague.as.call(adminUserNotes.remove, { params })).status).toBe(403)
  expect((await colleague.as.call(adminUserNotes.change, { params, body: { isPinned: true } })).body).toMatchObject({
    isPinned: true,
  })
  expect((await author.as.call(adminUserNotes.change, { params, body: { body: 'Call at noon' } })).body).toMatchObject({
    ...{ body: 'Call at noon', isPinned: true, isOwn: true, editedAt: expect.any(String) },
  })
  expect((await author.as.call(adminUserNotes.remove, { params })).status).toBe(204)
  expect((await author.as.call(adminUserNotes.remove, { params })).status).toBe(404)
  const actions = portal.db.selectFrom('auditLog').select(['action', 'actorId']).where('objectId', '=', id)
  const entries = await actions.where('action', 'like', 'user_note.%').orderBy('id').execute()
  expect(entries.map(({ action }) => action.replace('user_note.', ''))).toEqual([
    ...['added', 'added', 'added', 'changed', 'changed', 'deleted'],
  ])
})

test('notes go with the account', async () => {
  const owner = await user(portal)
  await addNote(owner.id, 'Moves to Texas')
  const closed = await owner.as.call(account.close, { body: { password: testPassword } })
  expect(closed.status).toBeLessThan(300)
  expect(await listBodies(owner.id)).toEqual([])
  const params = { id: owner.id }
  expect(
    (await author.as.call(adminUserNotes.create, { params, body: { body: 'Gone', isPinned: false } })).status,
  ).toBe(404)
})
