import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { CountySetup, CountySetupSummary } from '@dooryard/contract/data/sources/county-setups'
import type { CountySetupChange, NewCountySetup } from '@dooryard/contract/data/sources/setup-changes'
import { audit } from '../../../platform/audit.ts'
import type { Context, TransactionContext } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import type { Files } from '../../../platform/files/disk-files.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { isCounty } from '../places/country.ts'
import { getCountyName } from '../places/county-names.ts'
import { findRoll } from '../rolls/rolls.queries.ts'
import { findCheck } from './check/checks.queries.ts'
import { getRejectsKey } from './check/rejects.ts'
import { renameEditedDocument } from './document/change-edited-document.ts'
import { queueProposal } from './document/propose.job.ts'
import { findNewer } from './edit/describe-newer.ts'
import { removeSample } from './files/samples.ts'
import { presentSetup } from './present-setup.ts'
import { findSameCounty } from './same-county.queries.ts'
import { listSetupFiles, listSetupTables, type SetupFileRow } from './setup-files.queries.ts'
import {
  countOpenSetups,
  deleteSetup,
  findSetup,
  insertSetup,
  listOpenSetups,
  lockSetup,
  type SetupRef,
  setupTopic,
  updateSetup,
} from './setups.queries.ts'

export const getSetupRef = ({ actor }: Pick<Context, 'actor'>, id: string): SetupRef => ({ id, userId: actor.userId })

export async function createSetup(ctx: Context, draft: NewCountySetup): Promise<CountySetup> {
  requireCounty(draft.countyFips)
  const id = newId()
  await insertSetup(ctx.db, {
    ...{ id, createdBy: ctx.actor.userId, createdAt: ctx.clock.now() },
    ...{ name: draft.name ?? null, countyFips: draft.countyFips ?? null },
  })
  return getSetup(ctx, id)
}

function requireCounty(fips: string | null | undefined): void {
  if (fips && !isCounty(fips))
    throw appError('UNPROCESSABLE', `There is no county ${fips}. Enter the five digits of its FIPS code.`)
}

/** Setups are seen by the administrator who created them. */
export async function getSetup(ctx: Pick<Context, 'db' | 'actor'>, id: string): Promise<CountySetup> {
  const [files, tables, check] = await Promise.all([
    listSetupFiles(ctx.db, id),
    listSetupTables(ctx.db, id),
    findCheck(ctx.db, id),
  ])
  // Read last: with a file that has just been read it must not show the proposal as of before.
  const setup = await findSetup(ctx.db, getSetupRef(ctx, id))
  if (!setup) throw setupNotFound()
  const { source } = setup.summary
  const replaced = source === null ? undefined : await findRoll(ctx.db, source)
  const sameCounty = source === null || replaced ? undefined : await findSameCounty(ctx.db, id)
  const loaded = replaced ?? sameCounty
  const newer = loaded ? await findNewer(ctx.db, { setup, files, tables, source: loaded.source }) : null
  return presentSetup(setup, { files, tables, check, replaced, sameCounty, newer })
}

export const setupNotFound = () => notFound('This county setup')

export async function listSetups(ctx: Context, query: PageQuery): Promise<PageResult<CountySetupSummary>> {
  const { userId } = ctx.actor
  const [rows, count] = await Promise.all([
    listOpenSetups(ctx.db, userId, toSlice(query)),
    countOpenSetups(ctx.db, userId),
  ])
  const items = rows.map(({ fileNames, ...row }) => ({
    ...row,
    countyName: row.countyFips && getCountyName(row.countyFips),
    fileNames: fileNames ?? [],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
  return toPage(items, count, query)
}

type SetupWork<T> = (tx: TransactionContext, setup: NonNullable<Awaited<ReturnType<typeof lockSetup>>>) => Promise<T>

/** Locks the caller's setup for a change. NOT_FOUND where there is none; CONFLICT once its import was started. */
export const changeOpenSetup = <T>(ctx: Context, id: string, work: SetupWork<T>): Promise<T> =>
  inTransaction(ctx, async (tx) => {
    const setup = await lockSetup(tx.db, getSetupRef(ctx, id))
    if (!setup) throw setupNotFound()
    if (setup.status !== 'OPEN')
      throw appError(
        'CONFLICT',
        'The import of this county was started, so its setup stays as it is. Cancel the import, or start a new setup.',
      )
    return work(tx, setup)
  })

export const changeSetup = (ctx: Context, id: string, change: CountySetupChange): Promise<CountySetup> => {
  requireCounty(change.countyFips)
  return changeOpenSetup(ctx, id, async (tx, setup) => {
    const { name, countyFips } = change
    await updateSetup(
      tx.db,
      id,
      { ...(name !== undefined && { name }), ...(countyFips !== undefined && { countyFips }) },
      tx.clock.now(),
    )
    await renameEditedDocument(tx, setup, change)
    // The proposed document has both.
    await queueProposal(tx, id)
    return getSetup(tx, id)
  })
}

export async function removeSetup(ctx: Context, id: string): Promise<undefined> {
  const keys = await inTransaction(ctx, async (tx) => {
    const setup = await lockSetup(tx.db, getSetupRef(ctx, id))
    if (!setup) throw setupNotFound()
    const stored = await deleteStoredSetup(tx, id)
    await audit(tx, { action: 'county_setup.deleted', object: { type: 'county_setup', id } })
    return stored
  })
  await removeStoredFiles(ctx.files, keys)
  return undefined
}

/** Deletes the rows of a setup, and returns what is to be removed once that is committed. */
export async function deleteStoredSetup({ db }: Pick<Context, 'db'>, id: string): Promise<StoredSetup> {
  const [files, tables] = await Promise.all([listSetupFiles(db, id), listSetupTables(db, id)])
  await deleteSetup(db, id)
  return { id, files, tables }
}

type StoredSetup = {
  id: string
  files: readonly Pick<SetupFileRow, 'fileKey'>[]
  tables: readonly { setupId: string; id: string; fileId: string }[]
}

export async function removeStoredFiles(files: Files, stored: StoredSetup): Promise<void> {
  for (const { fileKey } of stored.files) if (fileKey) await files.remove(fileKey)
  for (const table of stored.tables) await removeSample(files, table)
  await files.remove(getRejectsKey(stored.id))
}

export const watchSetup = (ctx: Context, id: string) => ({ topics: [setupTopic(id)], read: () => getSetup(ctx, id) })
