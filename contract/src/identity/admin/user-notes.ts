import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { adminEndpoint } from '../../api/endpoint.ts'
import { PageQuery, pageSchema } from '../../api/paging.ts'
import { textLines } from '../../api/text.ts'

export const maxNoteLength = 2000

/** A note of an administrator on a user, whom it is never shown to. */
export const UserNote = z
  .object({
    id: z.string(),
    body: classified('personal', z.string()),
    isPinned: z.boolean().describe('Pinned notes come first'),
    author: z.object({ id: z.string(), name: classified('personal', z.string()) }),
    isOwn: z.boolean().describe('Whether the caller wrote it, and can edit and delete it'),
    createdAt: z.iso.datetime(),
    editedAt: z.iso.datetime().optional(),
  })
  .meta({
    id: 'UserNote',
    example: { body: 'Prefers to be called after 4 pm Eastern', isPinned: true, createdAt: '2026-11-02T15:00:00.000Z' },
  })
export type UserNote = z.infer<typeof UserNote>

const body = textLines('Write a note')
  .min(1, 'Write a note')
  .max(maxNoteLength, `A note must be at most ${maxNoteLength.toLocaleString('en-US')} characters`)

export const NewUserNote = z
  .strictObject({ body, isPinned: z.boolean().default(false) })
  .meta({ id: 'NewUserNote', example: { body: 'Prefers to be called after 4 pm Eastern', isPinned: false } })
export type NewUserNote = z.infer<typeof NewUserNote>

export const UserNoteChange = z
  .strictObject({ body: body.optional(), isPinned: z.boolean().optional() })
  .meta({ id: 'UserNoteChange', example: { isPinned: true } })
export type UserNoteChange = z.infer<typeof UserNoteChange>

const userId = z.uuid('There is no such user')
const UserParams = z.object({ id: userId })
const NoteParams = z.object({ id: userId, noteId: z.uuid('There is no such note') })

export const adminUserNotes = {
  list: adminEndpoint('GET /v1/admin/users/{id}/notes', 'List the notes on a user, pinned ones first, then newest', {
    params: UserParams,
    query: PageQuery,
    response: pageSchema(UserNote),
    data: ['personal'],
  }),
  create: adminEndpoint('POST /v1/admin/users/{id}/notes', 'Add a note on a user, which only administrators see', {
    params: UserParams,
    body: NewUserNote,
    response: UserNote,
    data: ['personal'],
    status: 201,
    idempotent: true,
    errors: ['NOT_FOUND'],
  }),
  change: adminEndpoint(
    'PATCH /v1/admin/users/{id}/notes/{noteId}',
    'Pin or unpin a note, or edit the text of your own',
    { params: NoteParams, body: UserNoteChange, response: UserNote, data: ['personal'], errors: ['FORBIDDEN'] },
  ),
  remove: adminEndpoint('DELETE /v1/admin/users/{id}/notes/{noteId}', 'Delete your own note', {
    params: NoteParams,
    status: 204,
    errors: ['FORBIDDEN'],
  }),
}
