import type { Slice } from '@dooryard/contract/api/paging'
import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import { sql } from 'kysely'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../platform/postgres/database.ts'

export type SetupRef = { id: string; userId: string }

export type SetupRow = NonNullable<Awaited<ReturnType<typeof findSetup>>>

export const setupTopic = (id: string) => `county-setup:${id}`

const setupColumns = [
  ...(['id', 'createdBy', 'status', 'name', 'countyFips', 'mainTable', 'tablesVersion', 'importId'] as const),
  ...(['proposalStatus', 'documentVersion', 'isDocumentEdited', 'createdAt', 'updatedAt'] as const),
] as const

const ofOwner = (db: Db, { id, userId }: SetupRef) =>
  db.selectFrom('countySetups').where('id', '=', id).where('createdBy', '=', userId)

type SetupFacts = Record<'refusal' | 'schemaName' | 'mainTable' | 'source' | 'edits', string | null> & {
  joinCounts: unknown
}

const summary = sql<SetupFacts>`
  jsonb_build_object('refusal', proposal ->> 'refusal', 'schemaName', proposal -> 'schema' ->> 'name',
    'mainTable', coalesce(document -> 'files' -> 0 ->> 'id', proposal ->> 'main'), 'source', document ->> 'source',
    'edits', basis -> 'document' ->> 'name',
    'joinCounts', coalesce(proposal -> 'joinCounts', '[]'))`.as('summary')

/** Without the proposal and the document, which are large. */
export const findSetup = (db: Db, setup: SetupRef) =>
  ofOwner(db, setup).select(setupColumns).select(summary).executeTakeFirst()

export const findSetupById = (db: Db, id: string) =>
  db.selectFrom('countySetups').select(setupColumns).select(summary).where('id', '=', id).executeTakeFirst()

/** Also keeps two changes of a setup from overtaking each other. */
export const lockSetup = (db: Db, setup: SetupRef) =>
  ofOwner(db, setup).select(setupColumns).forUpdate().executeTakeFirst()

export const lockSetupById = (db: Db, id: string) =>
  db.selectFrom('countySetups').select(setupColumns).where('id', '=', id).forUpdate().executeTakeFirst()

export const findProposal = (db: Db, setup: SetupRef) =>
  ofOwner(db, setup).select(['proposal', 'proposalStatus']).executeTakeFirst()

export const findProposalById = async (db: Db, id: string) =>
  (await db.selectFrom('countySetups').select('proposal').where('id', '=', id).executeTakeFirst())?.proposal

export const findDocument = (db: Db, setup: SetupRef) =>
  ofOwner(db, setup).select(['document', 'documentVersion', 'isDocumentEdited']).executeTakeFirst()

export const findDocumentById = (db: Db, id: string) =>
  db
    .selectFrom('countySetups')
    .select(['status', 'document', 'documentVersion', 'tablesVersion'])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * It has a file, or a source that is edited: nothing else is worth going on with. Files that were all refused are not
 * either, unless the setup was given a name or a county.
 */
const isStarted = sql<boolean>`
  (basis is not null or exists (
    select from county_setup_files f where f.setup_id = county_setups.id
      and (f.status <> 'FAILED' or county_setups.name is not null or county_setups.county_fips is not null)))`

const selectOpen = (db: Db, userId: string) =>
  db.selectFrom('countySetups').where('createdBy', '=', userId).where('status', '=', 'OPEN').where(isStarted)

export const listOpenSetups = (db: Db, userId: string, { limit, offset }: Slice) =>
  selectOpen(db, userId)
    .select(['id', 'name', 'countyFips', 'createdAt', 'updatedAt'])
    .select(sql<string | null>`basis -> 'document' ->> 'name'`.as('edits'))
    .select(({ selectFrom, fn }) =>
      selectFrom('countySetupFiles')
        .select(fn.agg<string[] | null>('array_agg', [sql`file_name order by added_at, county_setup_files.id`]).as('n'))
        .whereRef('setupId', '=', 'countySetups.id')
        .as('fileNames'),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export const countOpenSetups = (db: Db, userId: string): Promise<number> => countRows(db, selectOpen(db, userId))

type NewSetup = {
  id: string
  createdBy: string
  name: string | null
  countyFips: string | null
  createdAt: Date
  mainTable?: string | null
  document?: object
  /** Of one that edits the source of a dataset. */
  basis?: object
}

export const insertSetup = (db: Db, { document, basis, ...setup }: NewSetup) =>
  db
    .insertInto('countySetups')
    .values({
      ...setup,
      ...(document && { document: JSON.stringify(document), documentVersion: 1 }),
      ...(basis && { basis: JSON.stringify(basis) }),
      ...{ status: 'OPEN', updatedAt: setup.createdAt },
    })
    .execute()

type ProposalStatus = CountySetup['proposal']['status']

type SetupChange = {
  status?: CountySetup['status']
  name?: string | null
  countyFips?: string | null
  mainTable?: string | null
  importId?: string
  proposalStatus?: ProposalStatus
  proposal?: object | null
  document?: object
  documentVersion?: number
  isDocumentEdited?: boolean
}

const toJson = (value: object | null) => (value === null ? null : JSON.stringify(value))

/** Changes a setup and tells those who watch it. */
export async function updateSetup(db: Db, id: string, change: SetupChange, at: Date): Promise<void> {
  const { proposal, document, ...rest } = change
  await db
    .updateTable('countySetups')
    .set({
      ...rest,
      ...(proposal !== undefined && { proposal: toJson(proposal) }),
      ...(document !== undefined && { document: toJson(document) }),
      updatedAt: at,
    })
    .where('id', '=', id)
    .execute()
  await publishTopic(db, setupTopic(id))
}

/** What was counted is of other joins than those of the document now. */
export const clearJoinCounts = (db: Db, id: string) =>
  db.updateTable('countySetups').set({ proposal: sql`proposal - 'joinCounts'` }).where('id', '=', id).execute()

/** Marks the proposal and the check as of earlier tables. */
export const raiseTablesVersion = (db: Db, id: string) =>
  db.updateTable('countySetups').set({ tablesVersion: sql`tables_version + 1` }).where('id', '=', id).execute()

export const deleteSetup = (db: Db, id: string) => db.deleteFrom('countySetups').where('id', '=', id).execute()

/** Setups whose proposal waits for a job that does not exist, or has no attempts left. */
export async function listAbandonedProposals(db: Db): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from county_setups s
    left join graphile_worker.jobs j on j.key = 'county-proposal:' || s.id
    where s.proposal_status = 'RUNNING' and s.status = 'OPEN'
      and (j.id is null or (j.locked_at is null and j.attempts >= j.max_attempts))
    order by s.id`.execute(db)
  return rows
}

/** Ends a proposal that was not completed; what was proposed before stays. */
export async function failProposal(db: Db, id: string): Promise<void> {
  const status: ProposalStatus = 'FAILED'
  await db
    .updateTable('countySetups')
    .set({ proposalStatus: status })
    .where('id', '=', id)
    .where('proposalStatus', '=', 'RUNNING')
    .execute()
  await publishTopic(db, setupTopic(id))
}

const hasStoredFile = sql<boolean>`exists (
  select from county_setup_files f where f.setup_id = county_setups.id and f.file_key is not null)`

/** Setups whose import was started and may have ended: they still have their files. */
export async function listImportedSetups(db: Db): Promise<{ id: string; importId: string }[]> {
  const rows = await db
    .selectFrom('countySetups')
    .select(['id', 'importId'])
    .where('status', '=', 'IMPORTED' satisfies CountySetup['status'])
    .where(hasStoredFile)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, importId }) => (importId === null ? [] : [{ id, importId }]))
}

type ImportedSetup = { id: string; importId: string }

/** Opens a setup again as it was imported. Returns how its proposal stands, or undefined where it is open already. */
export async function reopenSetup(db: Db, { id, importId }: ImportedSetup) {
  const reopened = await db
    .updateTable('countySetups')
    .set({ status: 'OPEN' satisfies CountySetup['status'] })
    .where('id', '=', id)
    .where('importId', '=', importId)
    .where('status', '=', 'IMPORTED' satisfies CountySetup['status'])
    .returning('proposalStatus')
    .executeTakeFirst()
  if (reopened) await publishTopic(db, setupTopic(id))
  return reopened
}

/** Closes the setup of an import that is repeated, unless it was changed since the import was requested. */
export async function closeUnchangedSetup(db: Db, importId: string, requestedAt: Date): Promise<void> {
  // Before the import is queued again: the setup may just be opened, as the import had ended.
  await db.selectFrom('countySetups').select('id').where('importId', '=', importId).forUpdate().execute()
  const closed = await db
    .updateTable('countySetups')
    .set({ status: 'IMPORTED' satisfies CountySetup['status'] })
    .where('importId', '=', importId)
    .where('status', '=', 'OPEN' satisfies CountySetup['status'])
    .where('updatedAt', '=', requestedAt)
    .returning('id')
    .execute()
  for (const { id } of closed) await publishTopic(db, setupTopic(id))
}

/** Setups that nobody has changed since `before`, and open ones that are not started since `emptyBefore`. */
export const listUntouchedSetups = (db: Db, { before, emptyBefore }: { before: Date; emptyBefore: Date }) =>
  db
    .selectFrom('countySetups')
    .select('id')
    .where(({ or, and, not, eb }) =>
      or([
        eb('updatedAt', '<', before),
        and([eb('updatedAt', '<', emptyBefore), eb('status', '=', 'OPEN'), not(isStarted)]),
      ]),
    )
    .orderBy('updatedAt')
    .orderBy('id')
    .limit(100)
    .execute()

/** Those of the jobs that still run or will be tried again. */
export async function listPendingJobs(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs
    where key = any(${keys}::text[]) and (attempts < max_attempts or locked_at is not null)`.execute(db)
  return rows.map(({ key }) => key)
}
