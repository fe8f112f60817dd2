import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { CoveredCounty, Roll, RollCoverage, RollDetail } from '@dooryard/contract/data/rolls'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { getCountyName } from '../places/county-names.ts'
import type { RollReport } from './roll-report.ts'
import {
  countPropertiesByCounty,
  countRolls,
  findRollById,
  listRollHeaders,
  listRollRows,
  type RollRow,
} from './rolls.queries.ts'

// Written only by this module. Reports of earlier versions lack uses and joined transfers.
const getReport = ({ report }: RollRow) =>
  report as Omit<RollReport, 'unplacedUses' | 'transfersJoined'> & Partial<RollReport>

function presentRoll(
  { report: _, sourceVersion: _version, rejectFile, ...row }: RollRow,
  { columns }: Pick<RollReport, 'columns'>,
): Roll {
  const cells = { filled: 0, unknown: 0, implausible: 0 }
  for (const { filled, unknown, implausible } of Object.values(columns)) {
    cells.filled += filled
    cells.unknown += unknown
    cells.implausible += implausible
  }
  return {
    ...row,
    id: String(row.id),
    counties: row.countyFips.map(getCountyName),
    ingestedAt: row.ingestedAt.toISOString(),
    cells,
    hasRejects: rejectFile !== null,
  }
}

/** A roll with the counts of its report. */
export const presentLoadedRoll = (row: RollRow): Roll => presentRoll(row, getReport(row))

export async function listRolls({ db }: Pick<Context, 'db'>, query: PageQuery): Promise<PageResult<Roll>> {
  const [rows, count] = await Promise.all([listRollRows(db, toSlice(query)), countRolls(db)])
  return toPage(
    rows.map((row) => presentRoll(row, getReport(row))),
    count,
    query,
  )
}

async function requireRoll({ db }: Pick<Context, 'db'>, id: string): Promise<RollRow> {
  const row = await findRollById(db, id)
  if (!row) throw notFound('This county dataset')
  return row
}

const byCountDesc = (a: { count: number }, b: { count: number }) => b.count - a.count

export async function getRollDetail(ctx: Pick<Context, 'db'>, id: string): Promise<RollDetail> {
  const row = await requireRoll(ctx, id)
  const report = getReport(row)
  const { columns, reasons, unplacedUses = [], notPublished, transfersJoined, seconds } = report
  return {
    ...presentRoll(row, report),
    columns: Object.entries(columns)
      .map(([name, counts]) => ({ name, ...counts }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    reasons: Object.entries(reasons)
      .map(([text, count]) => ({ text, count }))
      .sort(byCountDesc),
    unplacedUses: unplacedUses.map(({ code, description, rows }) => ({
      text: [code, description].filter(Boolean).join(' '),
      count: rows,
    })),
    notPublished,
    ...(transfersJoined !== undefined && { transfersJoined }),
    seconds,
  }
}

/** NOT_FOUND when every row was mapped. */
export async function getRejectFile(ctx: Pick<Context, 'db' | 'files'>, id: string) {
  const { rejectFile, source } = await requireRoll(ctx, id)
  if (!rejectFile || !(await ctx.files.exists(rejectFile))) throw notFound('A list of rejected rows')
  return {
    fileName: `${source}-rejects.csv`,
    contentType: 'text/csv; charset=utf-8',
    size: await ctx.files.size(rejectFile),
    body: ctx.files.read(rejectFile),
  }
}

const getLatestDay = (days: (string | null)[]) =>
  days.reduce((latest, day) => (day !== null && (latest === null || day > latest) ? day : latest), null)

const toRollRef = ({ id, name }: { id: number; name: string }) => ({ id: String(id), name })

export async function getRollCoverage({ db, clickhouse }: Pick<Context, 'db' | 'clickhouse'>): Promise<RollCoverage> {
  const [counts, rolls] = await Promise.all([countPropertiesByCounty(clickhouse), listRollHeaders(db)])
  const bySource = new Map(rolls.map((roll) => [roll.source, roll]))
  const counties = Map.groupBy(counts, ({ county_fips }) => county_fips)
  const covered = [...counties].map(([fips, parts]): CoveredCounty => {
    const countyRolls = parts.flatMap(({ source }) => bySource.get(source) ?? [])
    return {
      fips,
      name: getCountyName(fips),
      properties: parts.reduce((sum, { properties }) => sum + Number(properties), 0),
      recordedOn: getLatestDay(countyRolls.map(({ recordedOn }) => recordedOn)),
      rolls: countyRolls.map(toRollRef),
    }
  })
  return {
    properties: covered.reduce((sum, { properties }) => sum + properties, 0),
    rolls: rolls.length,
    recordedOn: getLatestDay(rolls.map(({ recordedOn }) => recordedOn)),
    incomplete: rolls.filter(({ isComplete }) => !isComplete).map(toRollRef),
    counties: covered.sort((a, b) => b.properties - a.properties || (a.fips < b.fips ? -1 : 1)),
  }
}
