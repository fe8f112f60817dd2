import type { CheckWarning } from '@dooryard/contract/data/sources/county-check'
import { formatNumber } from '../../../../../platform/util/format.ts'
import { usualLimits } from './usual-ranges.ts'
import { formatRows, formatShare, listNames, type WarningInput, warn } from './warning.ts'

/** What is not as usual about the rows as a whole, and about their county. */
export function listFileWarnings(input: WarningInput): CheckWarning[] {
  const { rowsRead, rowsRejected, refusal } = input
  const rejected = rowsRejected / rowsRead
  const warnings = refusal ? [warn(refusal)] : []
  if (!refusal && rejected > usualLimits.rejectedRows)
    warnings.push(warn(`${formatShare(rejected)} of the rows are rejected. Download them to see why.`))
  return [...warnings, ...listCountyWarnings(input)]
}

function listCountyWarnings(input: WarningInput): CheckWarning[] {
  const { insideShare, countyName, places, counties, namedCounties } = input
  const warnings: CheckWarning[] = []
  if (namedCounties && countyName) {
    const others = namedCounties.counties.map(({ name, share }) => `${name} in ${formatShare(share).toLowerCase()}`)
    warnings.push(
      warn(
        `The column ${namedCounties.column} names other counties than ${countyName} in the first rows: ` +
          `${listNames(others, 3)}. Choose the right county, or split the file.`,
        'county',
      ),
    )
  }
  if (counties.length > 1)
    warnings.push(
      warn(
        `The rows are of ${counties.length} counties: ${listNames(counties.map(({ name }) => name))}. ` +
          'Split the file if only one of them is meant.',
        'county',
      ),
    )
  if (insideShare !== null && countyName && 1 - insideShare > usualLimits.outsideCounty) {
    const [other] = places.filter(({ name }) => name !== countyName)
    warnings.push(
      warn(
        `${formatShare(1 - insideShare)} of the positions lie outside ${countyName}. ` +
          (other?.name.includes(', ')
            ? `${formatShare(other.share)} lie in ${other.name}: choose the right county, or split the file.`
            : 'Check the county, the columns of the position and the coordinate system.'),
        'county',
      ),
    )
  }
  return warnings
}

/** Facts without which properties are found or reached by little. */
export function listMissingFactWarnings({ document, facts, hasGazetteer }: WarningInput): CheckWarning[] {
  if (!document.property || facts.properties === 0) return []
  const warnings: CheckWarning[] = []
  if (facts.owned === 0)
    warnings.push(
      warn(
        "No property has an owner's name, so mail has nobody to address. Choose its column, or join the table that has it.",
        'ownerNames',
      ),
    )
  if (facts.deliverable === 0)
    warnings.push(
      warn(
        'No property has a mailing address, so no mail can be sent. Choose its column, or join the table that has it.',
        'mailingAddress',
      ),
    )
  if (facts.addressed === 0)
    warnings.push(
      warn(
        'No property has a street address, so none can be found by it. Choose its column, or join the table that has it.',
        'situsAddress',
      ),
    )
  if (facts.placed === 0)
    warnings.push(
      warn(
        'No property has a ZIP or a city, so properties cannot be found by ZIP or city. Choose the column of one of them.',
        'situsZip',
      ),
    )
  if (facts.located === 0 && !hasGazetteer)
    warnings.push(
      warn(
        'No property has a position, so none is on the map, in a radius or in an area. Choose the columns of latitude and ' +
          'longitude, add a file with the outlines of the parcels, or load a gazetteer of the county on the Data screen.',
        'lat',
      ),
    )
  return warnings
}

/** Joined tables with many rows that belong to none of the main table; a short list of codes may well have some. */
export const listJoinWarnings = ({ joins }: WarningInput): CheckWarning[] =>
  joins.flatMap(({ file, rows, unmatched, joinedRows, unmatchedJoined }) => {
    const share = unmatchedJoined / joinedRows
    const isShort = joinedRows < rows * usualLimits.unmatched && unmatched / rows <= usualLimits.unmatched
    if (joinedRows === 0 || isShort || share <= usualLimits.unmatched) return []
    const matched = unmatched === rows ? 'no row has' : `${formatNumber(rows - unmatched)} of ${formatRows(rows)} have`
    return [
      warn(
        `${formatShare(share)} of the rows of ${file} match no row of the main table and are not used. In the main table, ${matched} a match. ` +
          'Check the columns by which they are joined.',
        'joins',
      ),
    ]
  })

/** Use codes that properties have and that say no property type. */
export function listUseWarnings({ unplacedRows, fields, rowsRead }: WarningInput): CheckWarning[] {
  const coded = fields.find(({ group, field }) => group === 'property' && field === 'useCode')?.filled ?? rowsRead
  const share = unplacedRows / coded
  if (!(share > usualLimits.unplacedUses)) return []
  return [
    warn(
      `${formatShare(share)} of the rows with a use have no property type. Set it for the most frequent codes.`,
      'useCode',
    ),
  ]
}
