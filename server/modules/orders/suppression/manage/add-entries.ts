import { dayMs } from '@dooryard/contract/api/time'
import {
  maxSuppressionEntries,
  maxSuppressionEntriesPerDay,
  maxSuppressionFileBytes,
  maxSuppressionLists,
  type NewSuppressionList,
  type SuppressionFile,
  type SuppressionList,
} from '@dooryard/contract/data/suppression-lists'
import { audit } from '../../../../platform/audit.ts'
import type { Context, Services, TransactionContext } from '../../../../platform/context.ts'
import { appError, rateLimited } from '../../../../platform/errors/app-error.ts'
import { borrowUpload } from '../../../../platform/files/uploads/borrow-upload.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { formatNumber } from '../../../../platform/util/format.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { lockActiveAccount } from '../../../identity/index.ts'
import { uncountSearchesExcluding } from '../../../saved-searches/index.ts'
import { readSuppressionFile, type SuppressionFileContent, tooManyEntries } from '../read-file.ts'
import {
  addDailyEntries,
  addFileFacts,
  countEntries,
  countLists,
  findLists,
  insertEntries,
  insertList,
  type ListRow,
  lockList,
  lockUserLists,
  purgeDailyEntries,
  setEntryCount,
} from '../suppression.queries.ts'
import { listNotFound, requireFreeName } from './manage-lists.ts'
import { presentList } from './present-list.ts'

/** CONFLICT for a name in use and for too many lists; UNPROCESSABLE for a file without addresses. */
export async function createList(
  ctx: Context,
  { name, fileName }: NewSuppressionList,
  bytes: AsyncIterable<Uint8Array>,
): Promise<SuppressionList> {
  const { userId } = ctx.actor
  // Before the file is received, and again when the list is stored.
  await requireRoom(ctx.db, userId, name)
  const { entries, ...facts } = await readUpload(ctx, fileName, bytes)
  const id = newId()
  const list = await inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    await lockUserLists(db, userId)
    await lockActiveAccount(tx)
    await requireRoom(db, userId, name)
    await insertList(db, { id, userId, name, fileName, ...facts, at: clock.now() })
    return storeEntries(tx, { id, entries, before: 0, action: 'suppression_list.created' })
  })
  return presentList(ctx, list)
}

/**
 * NOT_FOUND for a list of another user; UNPROCESSABLE for a file without addresses and for too many entries. New entries
 * remove the counts of saved searches that exclude the list.
 */
export async function addFile(
  ctx: Context,
  { id, fileName }: SuppressionFile & { id: string },
  bytes: AsyncIterable<Uint8Array>,
): Promise<SuppressionList> {
  const { userId } = ctx.actor
  const [known] = await findLists(ctx.db, userId, [id])
  if (!known) throw listNotFound()
  const { entries, ...facts } = await readUpload(ctx, fileName, bytes)
  const list = await inTransaction(ctx, async (tx) => {
    const locked = await lockList(tx.db, { userId, id })
    if (!locked) throw listNotFound()
    await addFileFacts(tx.db, id, { fileName, ...facts, at: tx.clock.now() })
    const extended = await storeEntries(tx, {
      id,
      entries,
      before: locked.entries,
      action: 'suppression_list.extended',
    })
    if (extended.entries > locked.entries)
      await uncountSearchesExcluding(tx.db, userId, { key: 'suppressionListIds', id })
    return extended
  })
  return presentList(ctx, list)
}

async function requireRoom(db: Db, userId: string, name: string): Promise<void> {
  if ((await countLists(db, userId)) >= maxSuppressionLists)
    throw appError('CONFLICT', `You have ${maxSuppressionLists} suppression lists, the maximum. Delete one first.`)
  await requireFreeName(db, { userId }, name)
}

type NewEntries = Pick<SuppressionFileContent, 'entries'> & {
  id: string
  /** How many the list had. */
  before: number
  action: 'suppression_list.created' | 'suppression_list.extended'
}

async function storeEntries(tx: TransactionContext, { id, entries, before, action }: NewEntries): Promise<ListRow> {
  await insertEntries(tx.db, id, entries)
  const total = await countEntries(tx.db, id)
  if (total > maxSuppressionEntries) throw tooManyEntries('with this file it would have')
  await takeDailyEntries(tx, total - before)
  const list = await setEntryCount(tx.db, id, total)
  const { name, fileName, rowsRead, rowsRejected } = list
  const after = { name, fileName, rowsRead, rowsRejected, entries: total }
  await audit(tx, { action, object: { type: 'suppression_list', id }, after })
  return list
}

/** RATE_LIMITED beyond the day's allowance: by the matches of many lists, masked mailing addresses could be found. */
async function takeDailyEntries({ db, actor, clock }: TransactionContext, entries: number): Promise<void> {
  const now = clock.now()
  const total = await addDailyEntries(db, { userId: actor.userId, day: now.toISOString().slice(0, 10), entries })
  if (total <= maxSuppressionEntriesPerDay) return
  const midnight = Math.ceil((now.getTime() + 1) / dayMs) * dayMs
  throw rateLimited(
    `A day allows ${formatNumber(maxSuppressionEntriesPerDay)} new addresses and property ids in suppression lists, and ` +
      `${formatNumber(maxSuppressionEntriesPerDay - total + entries)} of today's are left. Send a smaller file, or try ` +
      'again after midnight UTC.',
    Math.ceil((midnight - now.getTime()) / 1000),
  )
}

const uploadFolder = 'suppression'

/** Removes the files of uploads whose process ended while it read them, and the counts of past days. */
export async function purgeSuppressionUploads({ db, clock, files }: Services): Promise<void> {
  await files.removeOlder(uploadFolder, dayMs)
  await purgeDailyEntries(db, clock.now().toISOString().slice(0, 10))
}

const readUpload = (
  { files, signal }: Context,
  fileName: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<SuppressionFileContent> =>
  borrowUpload(files, { folder: uploadFolder, fileName, bytes, maxBytes: maxSuppressionFileBytes }, (file) =>
    readSuppressionFile(file, signal),
  )
