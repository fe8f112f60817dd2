import type { CheckedField, CheckReport, CheckWarning } from '@dooryard/contract/data/sources/county-check'
import { getFieldInfo } from '@dooryard/contract/data/sources/fields'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { formatNumber } from '../../../../../platform/util/format.ts'
import type { JoinMatches } from '../../../rolls/read/source-table.ts'
import type { RowFacts } from '../checked-rows.queries.ts'
import type { NamedCounties } from './named-counties.ts'

/** What a check has found, from which its warnings follow. */
export type WarningInput = Pick<
  CheckReport,
  'rowsRead' | 'rowsRejected' | 'fields' | 'insideShare' | 'places' | 'counties'
> & {
  document: SourceDocument
  facts: RowFacts
  joins: readonly JoinMatches[]
  countyName: string | null
  state: string | null
  /** A column of the file that names other counties than the chosen one. */
  namedCounties: NamedCounties | null
  /** Positions are found by address, in a gazetteer of the county. */
  hasGazetteer: boolean
  /** Why an import would refuse the files. */
  refusal: string | null
  /** Rows with a use that has no property type, of all codes. */
  unplacedRows: number
}

/** A warning about the file as a whole, unless it names the field, the key, the county or the joins. */
export const warn = (message: string, field: string | null = null): CheckWarning => ({ field, message })

export const formatShare = (share: number): string =>
  share > 0 && share < 0.01 ? 'Less than 1%' : `${Math.min(Math.round(share * 100), share < 1 ? 99 : 100)}%`

export const listNames = (names: readonly string[], max = 5): string =>
  names.length > max ? `${names.slice(0, max).join('; ')} and ${names.length - max} more` : names.join('; ')

export const formatRows = (rows: number): string => (rows === 1 ? '1 row' : `${formatNumber(rows)} rows`)

/** The name of a field in a document, such as `yearBuilt` or `sale.price`. */
export const toFieldName = ({ group, field }: Pick<CheckedField, 'group' | 'field'>): string =>
  group === 'sale' ? `sale.${field}` : field

export const getFieldLabel = (name: string): string => getFieldInfo(name)?.label ?? name
