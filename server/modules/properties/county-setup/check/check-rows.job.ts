import type { CheckedField, CheckReport } from '@dooryard/contract/data/sources/county-check'
import { propertyFields, saleFields } from '@dooryard/contract/data/sources/fields'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Services } from '../../../../platform/context.ts'
import { isAppError } from '../../../../platform/errors/app-error.ts'
import { borrowNamedFiles } from '../../../../platform/files/imports/file-imports.ts'
import { addJob, type Task } from '../../../../platform/jobs/jobs.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { getCountyName } from '../../places/county-names.ts'
import { getCountyState } from '../../places/states.ts'
import { type CheckedRoll, importRoll } from '../../rolls/import-roll.ts'
import type { Progress } from '../../rolls/read/read-roll.ts'
import { parseJobId } from '../files/run-file-step.ts'
import { requireReadyDocument, toNamedFiles } from '../ready-document.ts'
import { findSetupById } from '../setups.queries.ts'
import { countByCounty, findRowFacts, samplePositions } from './checked-rows.queries.ts'
import { findCheck, updateCheck } from './checks.queries.ts'
import { type Distributions, listPropertyDistributions, listSaleDistributions } from './distributions.queries.ts'
import { listWarnings } from './list-warnings.ts'
import { locatePositions } from './locate-positions.ts'
import { getRejectsKey } from './rejects.ts'

export const checkJob = 'check-county-setup'

// With the imports: each occupies a worker and the store for minutes.
export const queueCheck = (db: Db, setupId: string, runId: string) =>
  addJob(db, checkJob, { setupId, runId }, { jobKey: `county-check:${setupId}`, queue: 'roll-imports', maxAttempts: 3 })

class CanceledError extends Error {}

const progressEveryMs = 1_000
const gaveUpMessage = 'The server could not check these files. Try again, and look at the errors if it fails again.'

/** Reads and maps all rows without changing what is searchable. A repeated run starts over. */
export const runCheckRows =
  (services: Services): Task =>
  async (payload, { attempt, maxAttempts }) => {
    const { db, clock, log } = services
    const run = { setupId: parseJobId(payload, 'setupId'), runId: parseJobId(payload, 'runId') }
    const started = { status: 'RUNNING', share: 0, rowsRead: 0, message: null, startedAt: clock.now() } as const
    if ((await findCheck(db, run.setupId))?.runId !== run.runId || !(await updateCheck(db, run, started))) return
    try {
      const report = await checkRows(services, run)
      const done = { status: 'DONE', share: 1, rowsRead: report.rowsRead, report, finishedAt: clock.now() } as const
      const isNoted = await updateCheck(db, run, done)
      // The list of a setup that was deleted meanwhile.
      if (!isNoted && !(await findSetupById(db, run.setupId))) await services.files.remove(getRejectsKey(run.setupId))
    } catch (error) {
      if (error instanceof CanceledError) return
      const isKnown = isAppError(error)
      if (!isKnown) log.error({ err: error, setupId: run.setupId }, 'a check of a county setup failed')
      if (isKnown || attempt >= maxAttempts)
        await updateCheck(db, run, {
          ...{ status: 'FAILED', message: isKnown ? error.message : gaveUpMessage, finishedAt: clock.now() },
        })
      if (!isKnown) throw error
    }
  }

type CheckRun = { setupId: string; runId: string }

async function checkRows(services: Services, run: CheckRun): Promise<CheckReport> {
  const { document, tables } = await requireReadyDocument(services, run.setupId)
  const note = createProgressNote(services, run)
  let report: CheckReport | undefined
  await borrowNamedFiles(services.files, toNamedFiles(document, tables), (files) =>
    importRoll(services, {
      ...{ document, files, onProgress: note.progress },
      check: async (roll) => {
        await note.settled()
        report = await buildCheckReport(services, run, document, roll)
      },
    }),
  )
  if (!report) throw new Error('a check ended without a report')
  return report
}

/** Notes progress at most once a second; throws once the check was canceled. */
function createProgressNote({ db }: Services, run: CheckRun) {
  let [notedAt, isCanceled] = [Date.now(), false]
  let writing = Promise.resolve()
  const write = async (change: { share: number; rowsRead: number }) => {
    if (!(await updateCheck(db, run, change))) isCanceled = true
  }
  return {
    progress: ({ rows, share }: Progress) => {
      if (isCanceled) throw new CanceledError()
      if (Date.now() - notedAt < progressEveryMs) return
      notedAt = Date.now()
      // A note that fails is followed by others.
      writing = writing.then(() => write({ share: Math.min(1, share), rowsRead: rows })).catch(() => undefined)
    },
    settled: async () => {
      await writing
      if (isCanceled) throw new CanceledError()
    },
  }
}

async function buildCheckReport(
  { clickhouse, files }: Services,
  { setupId }: CheckRun,
  document: SourceDocument,
  { tables, rejects, report, seconds, tooFewRows }: CheckedRoll,
): Promise<CheckReport> {
  await files.remove(getRejectsKey(setupId))
  const hasRejects = (await rejects.keep(files, getRejectsKey(setupId))) !== null
  const properties = await listPropertyDistributions(clickhouse, tables.intake)
  const sales = document.sale ? await listSaleDistributions(clickhouse, tables.sales) : {}
  const facts = await findRowFacts(clickhouse, tables.intake)
  const positions = await samplePositions(clickhouse, tables.intake)
  const byCounty = await countByCounty(clickhouse, document.property ? tables.intake : tables.sales)
  const countyFips = 'fips' in document.county ? document.county.fips : (byCounty[0]?.fips ?? null)
  const { otherCounty, ...located } = locatePositions(positions, byCounty.length > 1 ? null : countyFips)
  const found = {
    ...{ rowsRead: report.rowsRead, rowsAccepted: report.rowsMapped, rowsRejected: report.rowsRejected },
    reasons: Object.entries(report.reasons)
      .map(([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count),
    ...{ properties: facts.properties, sales: await countSales(clickhouse, tables.sales) },
    counties: byCounty.map(({ fips, rows }) => ({ fips, name: getCountyName(fips), properties: rows })),
    fields: toCheckedFields(report.columns, { properties, sales }),
    useColumn: document.uses?.column ?? null,
    ...{ unplacedUses: report.unplacedUses, recordedOn: report.recordedOn, ...located },
  }
  const warnings = listWarnings({
    ...{ ...found, facts, otherCounty, tooFewRows },
    countyName: countyFips && getCountyName(countyFips),
    state: countyFips && getCountyState(countyFips),
  })
  return { ...found, hasRejects, positions, warnings, seconds }
}

async function countSales(clickhouse: Services['clickhouse'], table: string): Promise<number> {
  const counties = await countByCounty(clickhouse, table)
  return counties.reduce((sum, { rows }) => sum + rows, 0)
}

type ColumnCounts = Record<string, { filled: number; unknown: number; implausible: number }>

/** In the order of the fields; what is derived, such as the property type of a use, is no field. */
function toCheckedFields(columns: ColumnCounts, found: { properties: Distributions; sales: Distributions }) {
  const list = (group: CheckedField['group'], fields: object, distributions: Distributions): CheckedField[] =>
    Object.keys(fields).flatMap((field) => {
      const counts = columns[group === 'sale' ? `sale.${field}` : field]
      return counts ? [{ group, field, ...counts, distribution: distributions[field] ?? null }] : []
    })
  return [...list('property', propertyFields, found.properties), ...list('sale', saleFields, found.sales)]
}
