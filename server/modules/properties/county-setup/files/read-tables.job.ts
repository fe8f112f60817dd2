import { isDeepStrictEqual } from 'node:util'
import { maxSetupTables } from '@dooryard/contract/data/sources/county-setups'
import { TableReading } from '@dooryard/contract/data/sources/setup-files'
import { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { isAppError } from '../../../../platform/errors/app-error.ts'
import { unprocessable } from '../../../../platform/files/content/input-file.ts'
import { isDiskFull } from '../../../../platform/files/disk-full.ts'
import { inspectTables } from '../../../../platform/files/tables/inspect-tables.ts'
import type { TableSample } from '../../../../platform/files/tables/table.ts'
import { addJob, type JobRun, type Task } from '../../../../platform/jobs/jobs.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { createTableId } from '../../sources/columns/table-id.ts'
import { changeTables } from '../document/propose.job.ts'
import { findBasis } from '../edit/basis.queries.ts'
import { listOwnChoices, matchTables } from '../edit/match-tables.ts'
import type { Inspection } from '../present-setup.ts'
import {
  findSetupFile,
  insertSetupTables,
  listSetupTables,
  type SetupFileRow,
  type SetupTableRow,
  updateSetupFile,
  updateSetupTable,
} from '../setup-files.queries.ts'
import type { SetupServices } from '../setup-services.ts'
import { findDocumentById, lockSetupById } from '../setups.queries.ts'
import { gaveUpMessage, parseJobId, runFileStep } from './run-file-step.ts'
import { removeSample, writeSample } from './samples.ts'

export const readJob = 'read-county-file'

// One file at a time: reading a large one takes memory and a processor.
const options = { queue: 'county-files', maxAttempts: 3 }

export const queueReading = (db: Db, { id }: { id: string }) =>
  addJob(db, readJob, { fileId: id }, { ...options, jobKey: `county-file:${id}` })

export const queueRereading = (db: Db, { setupId, id, fileId }: { setupId: string; id: string; fileId: string }) =>
  addJob(db, readJob, { fileId, tableId: id }, { ...options, jobKey: `county-table:${setupId}:${id}` })

/** Looks for the tables of a file, or reads one of them again with the choices of an administrator. */
export const runReadTables =
  (services: SetupServices): Task =>
  async (payload, run) => {
    const file = await findSetupFile(services.db, parseJobId(payload))
    if (!file?.fileKey) return
    if (typeof payload === 'object' && payload && 'tableId' in payload)
      return rereadTable(services, file, parseJobId(payload, 'tableId'), run)
    if (file.status !== 'QUEUED' && file.status !== 'READING') return
    await runFileStep(services, file, run, async () => {
      await updateSetupFile(services.db, file, { status: 'READING', share: 0 })
      if (file.fileBytes === 0) throw unprocessable('This file is empty.')
      await saveTables(services, file, await inspectStoredFile(services, file))
    })
  }

const inspectStoredFile = (
  { files, clickhouse }: SetupServices,
  { fileKey, fileName, fileBytes }: SetupFileRow,
  choices?: TableReading,
): Promise<TableSample[]> =>
  files.borrow(fileKey ?? '', fileName, async (path) => {
    const file = { path, name: fileName, size: fileBytes ?? 0 }
    const { tables } = await inspectTables(file, choices, { clickhouse, files }, maxSetupTables)
    if (tables.length === 0) throw unprocessable('There is no table in this file. Add a file with one row per parcel.')
    return tables
  })

/**
 * Lists the tables of a file once their samples are written, so that one without a sample is never proposed from. The
 * setup is locked no longer than its rows take: its requests wait.
 */
async function saveTables(services: SetupServices, file: SetupFileRow, samples: readonly TableSample[]) {
  const { db, files, clock } = services
  const planned = await planTables(db, file, samples)
  let isSaved = false
  try {
    for (const table of planned) {
      const sample = samples[table.position]
      if (sample) await writeSample(files, table, sample)
    }
    isSaved = await db.transaction().execute(async (tx) => {
      if (!(await lockSetupById(tx, file.setupId)) || !(await findSetupFile(tx, file.id))) return false
      const tables = await planTables(tx, file, samples)
      if (tables.some(({ id }, at) => id !== planned[at]?.id))
        throw new Error('the tables of the setup were changed meanwhile')
      await insertSetupTables(tx, tables)
      for (const table of tables) if (table.isReading) await queueRereading(tx, table)
      await updateSetupFile(tx, file, { status: 'READY', share: 1, message: null })
      await changeTables({ db: tx, clock }, file.setupId)
      return true
    })
  } finally {
    if (!isSaved) for (const table of planned) await removeSample(files, table)
  }
}

async function planTables(db: Db, file: SetupFileRow, samples: readonly TableSample[]) {
  const others = await listSetupTables(db, file.setupId)
  if (others.length + samples.length > maxSetupTables)
    throw unprocessable(`The files have more than ${maxSetupTables} tables. Remove files, or those tables from them.`)
  return buildTables(file, samples, { others, own: await matchEdited(db, file, { samples, others }) })
}

/** A source has at most this many tables, so others wait to be chosen. */
const maxUsedTables = 12

/** Tables of a setup that edits a source take the places of the files of that source. */
async function matchEdited(
  db: Db,
  { setupId }: SetupFileRow,
  { samples, others }: { samples: readonly TableSample[]; others: readonly SetupTableRow[] },
): Promise<OwnTables> {
  if (!(await findBasis(db, setupId))) return new Map()
  const document = SourceDocument.parse((await findDocumentById(db, setupId))?.document)
  const matched = matchTables(document, samples, new Set(others.map(({ id }) => id)))
  return new Map(
    [...matched].map(([sample, own]) => [sample, { id: own.id, choices: listOwnChoices(document, own, sample) }]),
  )
}

/** The tables that are files of an edited source, by their ids in it and as it reads them. */
type OwnTables = ReadonlyMap<TableSample, { id: string; choices: TableReading }>

type KnownTables = { others: readonly SetupTableRow[]; own: OwnTables }

function buildTables(file: SetupFileRow, samples: readonly TableSample[], { others, own }: KnownTables) {
  const taken = new Set([...others.map(({ id }) => id), ...[...own.values()].map(({ id }) => id)])
  const room = maxUsedTables - others.filter(({ isUsed }) => isUsed).length
  const filled = samples.filter(({ rows }) => rows.length > 0).slice(0, Math.max(0, room))
  return samples.map((sample, position) => {
    const matched = own.get(sample)
    const id = matched?.id ?? createTableId(sample.name, file.fileName, taken)
    taken.add(id)
    const isUsed = own.size > 0 ? matched !== undefined : filled.includes(sample)
    const choices = matched?.choices ?? {}
    return {
      setupId: file.setupId,
      id,
      fileId: file.id,
      position,
      isUsed,
      inspection: toInspection(sample),
      choices,
      isReading: Object.keys(choices).length > 0,
    }
  })
}

const toInspection = ({ rows: _, firstLines: _lines, name, file, ...found }: TableSample): Inspection => ({
  ...found,
  file: { ...(name && { table: name }), ...file },
})

const diskFullWhileRereading =
  'The server has no space left, so this table is as it was read before. Free some space, then choose again.'

/** A table that cannot be read with the choices stays as it was, with a message. */
async function rereadTable(services: SetupServices, file: SetupFileRow, id: string, run: JobRun): Promise<void> {
  const { db, files, clock, log } = services
  const find = async (from: Db) => (await listSetupTables(from, file.setupId)).find((table) => table.id === id)
  const table = await find(db)
  if (!table?.isReading) return
  const before = TableReading.parse((table.inspection as Inspection).file)
  const choices = TableReading.parse(table.choices)
  // Choices that were sent meanwhile are read next.
  const isChanged = (current: SetupTableRow) => !isDeepStrictEqual(current.choices, table.choices)
  try {
    const tables = await inspectStoredFile(services, file, {
      ...(before.table && { table: before.table }),
      // Only of text are coordinates looked for in columns.
      ...(choices.crs && before.format && { format: before.format }),
      ...choices,
    })
    const name = choices.table ?? before.table
    // A name that was chosen has to be there; a file of one table may name it in other ways.
    const found = tables.find((one) => one.name === name) ?? (tables.length === 1 ? tables[0] : undefined)
    if (!found) throw unprocessable('This table is not in the file any more.')
    const { unknown } = choices
    const sample = unknown ? { ...found, file: { ...found.file, unknown } } : found
    await writeSample(files, { setupId: file.setupId, fileId: file.id, id }, sample)
    await db.transaction().execute(async (tx) => {
      const current = (await lockSetupById(tx, file.setupId)) && (await find(tx))
      if (!current) return removeSample(files, { setupId: file.setupId, fileId: file.id, id })
      if (isChanged(current)) return queueRereading(tx, table)
      await updateSetupTable(tx, table, { isReading: false, message: null, inspection: toInspection(sample) })
      await changeTables({ db: tx, clock }, file.setupId, id)
    })
  } catch (cause) {
    const error = isDiskFull(cause) ? unprocessable(diskFullWhileRereading) : cause
    const isKnown = isAppError(error)
    if (!isKnown) log.error({ err: error, tableId: id }, 'a table of a county setup could not be read again')
    if (isKnown || run.attempt >= run.maxAttempts)
      await db.transaction().execute(async (tx) => {
        const current = (await lockSetupById(tx, file.setupId)) && (await find(tx))
        if (!current) return
        if (isChanged(current)) return queueRereading(tx, table)
        await updateSetupTable(tx, table, { isReading: false, message: isKnown ? error.message : gaveUpMessage })
      })
    if (!isKnown) throw error
  }
}
