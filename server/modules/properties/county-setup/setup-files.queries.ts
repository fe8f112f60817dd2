import type { SetupFile, TableReading } from '@dooryard/contract/data/sources/setup-files'
import { sql } from 'kysely'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { setupTopic } from './setups.queries.ts'

export type SetupFileRow = NonNullable<Awaited<ReturnType<typeof findSetupFile>>>

const fileColumns = [
  ...(['id', 'setupId', 'fileName', 'fileBytes', 'fileKey', 'origin', 'location'] as const),
  ...(['status', 'share', 'message', 'addedAt'] as const),
] as const

export const findSetupFile = (db: Db, id: string) =>
  db.selectFrom('countySetupFiles').select(fileColumns).where('id', '=', id).executeTakeFirst()

export const listSetupFiles = (db: Db, setupId: string) =>
  db
    .selectFrom('countySetupFiles')
    .select(fileColumns)
    .where('setupId', '=', setupId)
    .orderBy('addedAt')
    .orderBy('id')
    .execute()

type NewSetupFile = Pick<SetupFile, 'origin' | 'location' | 'fileName' | 'fileBytes'> & {
  id: string
  setupId: string
  fileKey: string
  status: 'RECEIVING' | 'QUEUED'
  addedAt: Date
}

export const insertSetupFile = (db: Db, file: NewSetupFile) => db.insertInto('countySetupFiles').values(file).execute()

type FileChange = Partial<Pick<SetupFile, 'status' | 'share' | 'message' | 'fileName' | 'fileBytes'>>

/** Returns false where the file was removed meanwhile. Tells those who watch the setup. */
export async function updateSetupFile(db: Db, { id, setupId }: FileRef, change: FileChange): Promise<boolean> {
  const changed = await db.updateTable('countySetupFiles').set(change).where('id', '=', id).executeTakeFirst()
  if (changed.numUpdatedRows > 0n) await publishTopic(db, setupTopic(setupId))
  return changed.numUpdatedRows > 0n
}

type FileRef = { id: string; setupId: string }

export async function deleteSetupFile(db: Db, { id, setupId }: FileRef): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('countySetupFiles')
    .where('id', '=', id)
    .where('setupId', '=', setupId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The files were imported and are removed. */
export const releaseFileKeys = (db: Db, setupId: string) =>
  db.updateTable('countySetupFiles').set({ fileKey: null }).where('setupId', '=', setupId).execute()

const tableColumns = [
  'setupId',
  'id',
  'fileId',
  'position',
  'isUsed',
  'isReading',
  'inspection',
  'choices',
  'message',
] as const

const selectTables = (db: Db, setupId: string) =>
  db.selectFrom('countySetupTables').where('countySetupTables.setupId', '=', setupId)

/** By file, in the order of each file. */
export const listSetupTables = (db: Db, setupId: string) =>
  selectTables(db, setupId)
    .innerJoin('countySetupFiles', 'countySetupFiles.id', 'countySetupTables.fileId')
    .select(tableColumns.map((column) => `countySetupTables.${column}` as const))
    .select(['countySetupFiles.fileName', 'countySetupFiles.fileKey'])
    .orderBy('countySetupFiles.addedAt')
    .orderBy('countySetupFiles.id')
    .orderBy('countySetupTables.position')
    .execute()

export type SetupTableRow = Awaited<ReturnType<typeof listSetupTables>>[number]

type NewSetupTable = {
  setupId: string
  id: string
  fileId: string
  position: number
  isUsed: boolean
  isReading: boolean
  inspection: object
  choices: TableReading
}

export const insertSetupTables = (db: Db, tables: readonly NewSetupTable[]) =>
  db
    .insertInto('countySetupTables')
    .values(
      tables.map(({ inspection, choices, ...table }) => ({
        ...table,
        inspection: JSON.stringify(inspection),
        choices: JSON.stringify(choices),
      })),
    )
    .execute()

type TableChange = {
  isUsed?: boolean
  isReading?: boolean
  inspection?: object
  choices?: TableReading
  message?: string | null
}

export async function updateSetupTable(
  db: Db,
  { setupId, id }: { setupId: string; id: string },
  { inspection, choices, ...change }: TableChange,
): Promise<void> {
  await db
    .updateTable('countySetupTables')
    .set({
      ...change,
      ...(inspection && { inspection: JSON.stringify(inspection) }),
      ...(choices && { choices: JSON.stringify(choices) }),
    })
    .where('setupId', '=', setupId)
    .where('id', '=', id)
    .execute()
  await publishTopic(db, setupTopic(setupId))
}

/** What all setups store as files. */
export async function listStoredRefs(db: Db) {
  const [setups, files, tables] = await Promise.all([
    db.selectFrom('countySetups').select('id').execute(),
    db.selectFrom('countySetupFiles').select('fileKey').where('fileKey', 'is not', null).execute(),
    db.selectFrom('countySetupTables').select(['setupId', 'fileId', 'id']).execute(),
  ])
  return { setups, files, tables }
}

/** Tables that wait for a job that does not exist, or has no attempts left. */
export async function listAbandonedTables(db: Db): Promise<FileRef[]> {
  const { rows } = await sql<FileRef>`
    select t.id, t.setup_id from county_setup_tables t
    left join graphile_worker.jobs j on j.key = 'county-table:' || t.setup_id || ':' || t.id
    where t.is_reading and (j.id is null or (j.locked_at is null and j.attempts >= j.max_attempts))
    order by t.setup_id, t.id`.execute(db)
  return rows
}

/** Files that wait for a job that does not exist, or has no attempts left, since its process died with each. */
export async function listAbandonedFiles(db: Db): Promise<FileRef[]> {
  const { rows } = await sql<FileRef>`
    select f.id, f.setup_id from county_setup_files f
    left join graphile_worker.jobs j on j.key = 'county-file:' || f.id
    where f.status in ('RECEIVING', 'QUEUED', 'READING')
      and (j.id is null or (j.locked_at is null and j.attempts >= j.max_attempts))
    order by f.id`.execute(db)
  return rows
}
