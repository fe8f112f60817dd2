import type { CheckedField, CheckReport } from '@dooryard/contract/data/sources/county-check'
import { propertyFields, saleFields } from '@dooryard/contract/data/sources/fields'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { FieldSource } from '@dooryard/contract/data/sources/transforms'
import type { Services } from '../../../../platform/context.ts'
import { getCountyName } from '../../places/county-names.ts'
import { listLocatedCounties } from '../../places/gazetteer/gazetteer.queries.ts'
import { getCountyState } from '../../places/states.ts'
import type { CheckedRoll } from '../../rolls/import-roll.ts'
import { findNameConflict } from '../../rolls/name-conflict.ts'
import { readSample } from '../files/samples.ts'
import type { ReadyDocument } from '../ready-document.ts'
import { countByCounty, countUseCodes, findRowFacts, samplePositions, type UseColumn } from './checked-rows.queries.ts'
import { type Distributions, listPropertyDistributions, listSaleDistributions } from './distributions.queries.ts'
import { locatePositions } from './locate-positions.ts'
import { getRejectsKey } from './rejects.ts'
import { listWarnings } from './warnings/list-warnings.ts'
import { findNamedCounties } from './warnings/named-counties.ts'
import { toFieldName } from './warnings/warning.ts'

/** Counts and describes what was read of a setup, and keeps the list of its rejected rows. */
export async function buildCheckReport(
  { clickhouse, db, files }: Services,
  setupId: string,
  { document, tables: setupTables }: ReadyDocument,
  { tables, rejects, report, read, seconds, tooFewRows }: CheckedRoll,
): Promise<CheckReport> {
  await files.remove(getRejectsKey(setupId))
  const hasRejects = (await rejects.keep(files, getRejectsKey(setupId))) !== null
  const properties = await listPropertyDistributions(clickhouse, tables.intake)
  const sales = document.sale ? await listSaleDistributions(clickhouse, tables.sales) : {}
  const facts = await findRowFacts(clickhouse, tables, read.header)
  const positions = await samplePositions(clickhouse, tables)
  const byCounty = await countByCounty(clickhouse, tables, document.property !== undefined)
  const countyFips = 'fips' in document.county ? document.county.fips : (byCounty[0]?.fips ?? null)
  const useColumn = findUseColumn(document)
  const found = {
    ...{ rowsRead: report.rowsRead, rowsAccepted: report.rowsMapped, rowsRejected: report.rowsRejected },
    reasons: Object.entries(report.reasons)
      .map(([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count),
    ...{ properties: facts.properties, sales: facts.sales },
    ...{ repeatedParcels: facts.repeatedParcels, mergedRows: facts.mergedRows, furtherSales: facts.furtherSales },
    counties: byCounty.map(({ fips, rows }) => ({ fips, name: getCountyName(fips), properties: rows })),
    fields: toCheckedFields(report.columns, { properties, sales, implausible: read.tally.implausible }),
    useColumn: document.uses?.column ?? null,
    ...(useColumn ? await countUseCodes(clickhouse, tables, useColumn) : { useCodes: [], useTotals: null }),
    ...{ unplacedUses: report.unplacedUses, recordedOn: report.recordedOn, located: facts.located },
    ...locatePositions(positions, byCounty.length > 1 ? null : countyFips),
  }
  const fips = found.counties.map((county) => county.fips)
  const refusal = tooFewRows ?? (await findNameConflict(db, document, fips)) ?? null
  const warnings = listWarnings({
    ...{ ...found, document, facts, joins: read.joins, refusal },
    // The report lists the most frequent codes alone.
    unplacedRows: [...read.tally.unplacedUses.values()].reduce((sum, { rows }) => sum + rows, 0),
    hasGazetteer: (await listLocatedCounties(db, fips)).length > 0,
    namedCounties: await findOtherCounties(files, document, setupTables),
    countyName: countyFips && getCountyName(countyFips),
    state: countyFips && getCountyState(countyFips),
  })
  return { ...found, refusal: tooFewRows, hasRejects, positions, warnings, seconds }
}

/** The stored column with the cells by which property types are looked up; null where none has them as they are. */
function findUseColumn({ uses, property }: SourceDocument): UseColumn | null {
  const isRead = (source: FieldSource | undefined) =>
    source && 'columns' in source && !source.transforms?.length && source.columns.join() === uses?.column
  if (isRead(property?.useCode)) return 'use_code'
  return isRead(property?.useDescription) ? 'use_description' : null
}

/** A column of the main table that names other counties than the one of the document. */
async function findOtherCounties(
  files: Services['files'],
  { county, files: [main] }: SourceDocument,
  tables: ReadyDocument['tables'],
) {
  const table = tables.find(({ id }) => id === main?.id)
  const sample = table && 'fips' in county ? await readSample(files, table) : null
  return sample && 'fips' in county ? findNamedCounties(sample, county.fips) : null
}

const maxImplausibleCells = 5

type FoundValues = {
  properties: Distributions
  sales: Distributions
  implausible: CheckedRoll['read']['tally']['implausible']
}
type ColumnCounts = Record<string, { filled: number; unknown: number; implausible: number }>

/** In the order of the fields; what is derived, such as the property type of a use, is no field. */
function toCheckedFields(columns: ColumnCounts, found: FoundValues) {
  const list = (group: CheckedField['group'], fields: object, distributions: Distributions): CheckedField[] =>
    Object.keys(fields).flatMap((field) => {
      const name = toFieldName({ group, field })
      const counts = columns[name]
      const implausibleCells = [...(found.implausible.get(name) ?? [])]
        .map(([text, count]) => ({ text, count }))
        .sort((one, other) => other.count - one.count || one.text.localeCompare(other.text))
        .slice(0, maxImplausibleCells)
      return counts ? [{ group, field, ...counts, implausibleCells, distribution: distributions[field] ?? null }] : []
    })
  return [...list('property', propertyFields, found.properties), ...list('sale', saleFields, found.sales)]
}
