import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { CoveredCounty, Roll, RollCoverage, RollDetail } from '@dooryard/contract/rolls'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { countyName } from '../places/county-names.ts'
import type { RollReport } from './roll-report.ts'
import { countByCounty, countRolls, type RollRow, rollById, rollHeads, rollPage } from './rolls.queries.ts'

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

/** NOT_FOUND where every row was mapped. */
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

const newest = (days: (string | null)[]) =>
  days.reduce((latest, day) => (day !== null && (latest === null || day > latest) ? day : latest), null)

const named = ({ id, name }: { id: number; name: string }) => ({ id: String(id), name })

export async function rollCoverage({ db, clickhouse }: Pick<Context, 'db' | 'clickhouse'>): Promise<RollCoverage> {
  const [counts, rolls] = await Promise.all([countByCounty(clickhouse), rollHeads(db)])
  const bySource = new Map(rolls.map((roll) => [roll.source, roll]))
  const counties = Map.groupBy(counts, ({ county_fips }) => county_fips)
  const covered = [...counties].map(([fips, parts]): CoveredCounty => {
    const known = parts.flatMap(({ source }) => bySource.get(source) ?? [])
    return {
      fips,
      name: countyName(fips),
      properties: parts.reduce((sum, { properties }) => sum + Number(properties), 0),
      recordedOn: newest(known.map(({ recordedOn }) => recordedOn)),
      rolls: known.map(named),
    }
  })
  return {
    properties: covered.reduce((sum, { properties }) => sum + properties, 0),
    rolls: rolls.length,
    recordedOn: newest(rolls.map(({ recordedOn }) => recordedOn)),
    incomplete: rolls.filter(({ isComplete }) => !isComplete).map(named),
    counties: covered.sort((a, b) => b.properties - a.properties || (a.fips < b.fips ? -1 : 1)),
  }
}
