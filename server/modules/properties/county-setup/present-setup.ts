import { type CheckState, CheckStatus } from '@dooryard/contract/data/sources/county-check'
import { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import { SetupFile, SetupTable, TableReading } from '@dooryard/contract/data/sources/setup-files'
import { z } from 'zod'
import { getCountyName } from '../places/county-names.ts'
import type { CheckRow } from './check/checks.queries.ts'
import type { NewerData } from './edit/describe-newer.ts'
import type { SameCounty } from './same-county.queries.ts'
import type { SetupFileRow, SetupTableRow } from './setup-files.queries.ts'
import type { SetupRow } from './setups.queries.ts'

const Inspection = SetupTable.pick({ rowCount: true, geometry: true, crsName: true, doubts: true }).extend({
  header: z.array(z.string()),
  file: TableReading,
})
/** What was found in a table, as it is stored: a sample without its rows. */
export type Inspection = z.infer<typeof Inspection>

export const parseInspection = (row: Pick<SetupTableRow, 'inspection'>): Inspection => Inspection.parse(row.inspection)

type SetupParts = {
  files: readonly SetupFileRow[]
  tables: readonly SetupTableRow[]
  check: CheckRow | undefined
  /** The loaded dataset with the source of the document. */
  replaced: LoadedDataset | undefined
  sameCounty: SameCounty | undefined
  /** What of either is newer than the setup. */
  newer: NewerData | null
}

type LoadedDataset = {
  source: string
  name: string
  countyFips: string[]
  properties: number
  transfers: number
}

const presentReplaced = (
  { source, name, countyFips, properties, transfers }: LoadedDataset,
  newer: SetupParts['newer'],
) => ({
  ...{ source, name, counties: countyFips.map(getCountyName), properties, sales: transfers },
  ...presentNewer(newer),
})

const presentNewer = (newer: SetupParts['newer']) =>
  newer ? { newer: newer.text, newerAt: newer.at.toISOString() } : { newer: null }

const failedProposal =
  'The server could not match the columns of these files. Remove a file, or leave out a table, to try again.'

export function presentSetup(setup: SetupRow, parts: SetupParts): CountySetup {
  const { files, tables, check, replaced, sameCounty, newer } = parts
  // Tables that are no county dataset have no main one, unless it was chosen.
  const isRefused = setup.summary.refusal !== null && setup.summary.mainTable === null && setup.mainTable === null
  const main = isRefused ? undefined : findMainTable(setup, tables)
  const { status, proposalStatus } = CountySetup.pick({ status: true })
    .extend({ proposalStatus: CountySetup.shape.proposal.shape.status })
    .parse(setup)
  return {
    id: setup.id,
    status,
    name: setup.name,
    countyFips: setup.countyFips,
    countyName: setup.countyFips && getCountyName(setup.countyFips),
    files: files.map(presentFile),
    tables: tables.map((table) => presentTable(table, main)),
    proposal: {
      ...{ status: proposalStatus, refusal: setup.summary.refusal, schemaName: setup.summary.schemaName },
      message: proposalStatus === 'FAILED' ? failedProposal : null,
    },
    documentVersion: setup.documentVersion,
    isDocumentEdited: setup.isDocumentEdited,
    joinCounts: CountySetup.shape.joinCounts.parse(setup.summary.joinCounts),
    check: check ? presentCheck(check, setup) : null,
    replaces: setup.status === 'OPEN' && replaced ? presentReplaced(replaced, newer) : null,
    sameCounty: setup.status === 'OPEN' && sameCounty ? { ...sameCounty, ...presentNewer(newer) } : null,
    edits: setup.summary.edits,
    importId: setup.importId,
    createdAt: setup.createdAt.toISOString(),
    updatedAt: setup.updatedAt.toISOString(),
  }
}

/** The chosen table, or else that of the document, which may wait for its county, or else the first that is used. */
export function findMainTable(
  { mainTable, summary }: Pick<SetupRow, 'mainTable' | 'summary'>,
  tables: readonly Pick<SetupTableRow, 'id' | 'isUsed'>[],
): string | undefined {
  const used = tables.filter(({ isUsed }) => isUsed)
  const named = [mainTable, summary.mainTable].find((id) => used.some((table) => table.id === id))
  return named ?? used[0]?.id
}

const presentFile = ({ id, fileName, fileBytes, share, message, location, ...row }: SetupFileRow): SetupFile => ({
  // A stored file has no place that people know.
  ...{ id, fileName, fileBytes, share, message, location: row.origin === 'DATASET' ? null : location },
  ...SetupFile.pick({ origin: true, status: true }).parse(row),
})

function presentTable(row: SetupTableRow, main: string | undefined): SetupTable {
  const { header, file, ...found } = parseInspection(row)
  return {
    ...{ id: row.id, fileId: row.fileId, isUsed: row.isUsed, isMain: row.id === main, isReading: row.isReading },
    ...{ ...found, name: file.table ?? '', columns: header, detected: file, message: row.message },
    choices: TableReading.parse(row.choices),
  }
}

type Versions = Pick<SetupRow, 'documentVersion' | 'tablesVersion'>

/** Whether a check is of the document and the tables as they are now. */
export const isCurrentCheck = (check: Versions, current: Versions): boolean =>
  check.documentVersion === current.documentVersion && check.tablesVersion === current.tablesVersion

export const presentCheck = (row: CheckRow, current: Versions): CheckState => ({
  status: CheckStatus.parse(row.status),
  documentVersion: row.documentVersion,
  isCurrent: isCurrentCheck(row, current),
  share: row.share,
  rowsRead: row.rowsRead,
  message: row.message,
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
})
