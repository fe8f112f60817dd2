import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { NewUserNote, UserNote, UserNoteChange } from '@dooryard/contract/identity/admin/user-notes'
import { audit } from '../../../../platform/audit.ts'
import type { Context } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { lockIfNotClosed } from '../users.queries.ts'
import { getUser } from '../users.ts'
import {
  countNotes,
  deleteNote,
  findNote,
  insertNote,
  listNotes,
  lockNote,
  type UserNoteRow,
  updateNote,
} from './user-notes.queries.ts'

/** Notes on a user, open or closed; NOT_FOUND for an unknown id. */
export async function listUserNotes(ctx: Context, userId: string, page: PageQuery): Promise<PageResult<UserNote>> {
  await getUser(ctx.db, userId)
  const [rows, count] = await Promise.all([listNotes(ctx.db, userId, toSlice(page)), countNotes(ctx.db, userId)])
  return toPage(
    rows.map((row) => presentNote(ctx, row)),
    count,
    page,
  )
}

/** NOT_FOUND for a closed account: what was known of it is erased. */
export const createUserNote = (ctx: Context, userId: string, note: NewUserNote): Promise<UserNote> =>
  inTransaction(ctx, async (tx) => {
    if (!(await lockIfNotClosed(tx.db, userId))) throw notFound('This user')
    const id = newId()
    await insertNote(tx.db, { id, userId, authorId: tx.actor.userId, createdAt: tx.clock.now(), ...note })
    await auditNote(tx, 'user_note.added', userId, { note: id, isPinned: note.isPinned })
    return getNote(tx, userId, id)
  })

/** Any administrator may pin a note; only its author may edit it, else FORBIDDEN. */
export const changeUserNote = (
  ctx: Context,
  { id: userId, noteId }: NoteParams,
  { body, isPinned }: UserNoteChange,
): Promise<UserNote> =>
  inTransaction(ctx, async (tx) => {
    const note = await requireNote(tx, userId, noteId)
    const isEdited = body !== undefined && body !== note.body
    if (isEdited) requireAuthor(tx, note)
    const isMoved = isPinned !== undefined && isPinned !== note.isPinned
    if (isEdited || isMoved) {
      const edit = isEdited ? { body, editedAt: tx.clock.now() } : {}
      await updateNote(tx.db, noteId, { ...edit, ...(isMoved && { isPinned }) })
      await auditNote(tx, 'user_note.changed', userId, { note: noteId, isEdited, isPinned: isPinned ?? note.isPinned })
    }
    return getNote(tx, userId, noteId)
  })

/** Only its author may delete a note, else FORBIDDEN. */
export const deleteUserNote = (ctx: Context, { id: userId, noteId }: NoteParams): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    requireAuthor(tx, await requireNote(tx, userId, noteId))
    await deleteNote(tx.db, noteId)
    await auditNote(tx, 'user_note.deleted', userId, { note: noteId })
    return undefined
  })

const formatAuthor = ({ firstName, lastName }: UserNoteRow) => `${firstName} ${lastName}`

type NoteParams = { id: string; noteId: string }

async function requireNote({ db }: Context, userId: string, id: string): Promise<UserNoteRow> {
  const note = await lockNote(db, userId, id)
  if (!note) throw notFound('This note')
  return note
}

function requireAuthor({ actor }: Context, note: UserNoteRow): void {
  if (note.authorId !== actor.userId)
    throw appError('FORBIDDEN', `Only ${formatAuthor(note)}, who wrote this note, can edit or delete it.`)
}

async function getNote(ctx: Context, userId: string, id: string): Promise<UserNote> {
  const note = await findNote(ctx.db, userId, id)
  if (!note) throw notFound('This note')
  return presentNote(ctx, note)
}

const presentNote = ({ actor }: Context, row: UserNoteRow): UserNote => ({
  id: row.id,
  body: row.body,
  isPinned: row.isPinned,
  author: { id: row.authorId, name: formatAuthor(row) },
  isOwn: row.authorId === actor.userId,
  createdAt: row.createdAt.toISOString(),
  ...(row.editedAt && { editedAt: row.editedAt.toISOString() }),
})

type NoteAction = 'user_note.added' | 'user_note.changed' | 'user_note.deleted'

/** Without the text: the log keeps its entries, while the notes are erased with the account. */
const auditNote = (ctx: Context, action: NoteAction, userId: string, after: Record<string, unknown>) =>
  audit(ctx, { action, object: { type: 'user', id: userId }, after })
