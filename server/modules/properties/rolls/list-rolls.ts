import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Roll, RollDetail } from '@dooryard/contract/rolls'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { countyName } from '../places/county-names.ts'
import { type RollRow, rollById, rollPage } from './roll-list.queries.ts'
import type { RollReport } from './roll-report.ts'
import { countRolls } from './rolls.queries.ts'

// Written by this module only. Rolls of earlier versions have no word on uses and on the parcels of transfers.
const reportOf = ({ report }: RollRow) =>
  report as Omit<RollReport, 'unplacedUses' | 'transfersJoined'> & Partial<RollReport>

function presentRoll({ report: _, rejectFile, ...row }: RollRow, { columns }: Pick<RollReport, 'columns'>): Roll {
  const cells = { filled: 0, unknown: 0, implausible: 0 }
  for (const { filled, unknown, implausible } of Object.values(columns)) {
    cells.filled += filled
    cells.unknown += unknown
    cells.implausible += implausible
  }
  return {
    ...row,
    id: String(row.id),
    counties: row.countyFips.map(countyName),
    ingestedAt: row.ingestedAt.toISOString(),
    cells,
    hasRejects: rejectFile !== null,
  }
}

/** One page of the rolls that are loaded, newest first. */
export async function listLoadedRolls({ db }: Pick<Context, 'db'>, query: PageQuery): Promise<PageOf<Roll>> {
  const [rows, count] = await Promise.all([rollPage(db, sliceOf(query)), countRolls(db)])
  return toPage(
    rows.map((row) => presentRoll(row, reportOf(row))),
    count,
    query,
  )
}

async function knownRoll({ db }: Pick<Context, 'db'>, id: string): Promise<RollRow> {
  const row = await rollById(db, id)
  if (!row) throw notFound('This roll')
  return row
}

const mostFirst = (a: { count: number }, b: { count: number }) => b.count - a.count

/** A roll with all that its import found out; NOT_FOUND where there is none of this number. */
export async function rollDetail(ctx: Pick<Context, 'db'>, id: string): Promise<RollDetail> {
  const row = await knownRoll(ctx, id)
  const report = reportOf(row)
  const { columns, reasons, unplacedUses = [], notPublished, transfersJoined, seconds } = report
  return {
    ...presentRoll(row, report),
    columns: Object.entries(columns)
      .map(([name, counts]) => ({ name, ...counts }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    reasons: Object.entries(reasons)
      .map(([text, count]) => ({ text, count }))
      .sort(mostFirst),
    unplacedUses: unplacedUses.map(({ code, description, rows }) => ({
      text: [code, description].filter(Boolean).join(' '),
      count: rows,
    })),
    notPublished,
    ...(transfersJoined !== undefined && { transfersJoined }),
    seconds,
  }
}

/** The rows of a roll that were rejected, to be saved; NOT_FOUND where every row was mapped. */
export async function rejectsOf(ctx: Pick<Context, 'db' | 'files'>, id: string) {
  const { rejectFile, source } = await knownRoll(ctx, id)
  if (!rejectFile || !(await ctx.files.exists(rejectFile))) throw notFound('A list of rejected rows')
  return {
    fileName: `${source}-rejects.csv`,
    contentType: 'text/csv; charset=utf-8',
    size: await ctx.files.size(rejectFile),
    body: ctx.files.read(rejectFile),
  }
}
