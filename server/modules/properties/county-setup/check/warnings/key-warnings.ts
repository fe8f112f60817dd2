import type { CheckWarning } from '@dooryard/contract/data/sources/county-check'
import { formatNumber } from '../../../../../platform/util/format.ts'
import { usualLimits } from './usual-ranges.ts'
import { formatRows, formatShare, type WarningInput, warn } from './warning.ts'

/** As many rows with one parcel number are no mistake in a few of them. */
const minRepeats = 20
/** Shorter numbers are often counted up, so that some have a digit more than others. */
const minKeyLength = 7

/** What is not as usual about the parcel numbers. */
export const listKeyWarnings = (input: WarningInput): CheckWarning[] => [
  ...listRepeatWarnings(input),
  ...listCutKeyWarnings(input),
]

function listRepeatWarnings({ rowsRead, facts }: WarningInput): CheckWarning[] {
  const { repeatedKey, repeatedParcels, repeatedSales, mergedParcels } = facts
  const isFrequent = repeatedKey !== null && repeatedKey.rows >= minRepeats
  const warnings: CheckWarning[] = []
  if (isFrequent || repeatedParcels / rowsRead > usualLimits.repeatedRows)
    warnings.push(
      warn(
        `${formatRows(repeatedParcels)} repeat the parcel number of an earlier row and are rejected` +
          (isFrequent ? `; ${formatRows(repeatedKey.rows)} have ${repeatedKey.apn}. ` : '. ') +
          'Check whether another column has the parcel number, whether it takes several columns, or whether the file has a row ' +
          'for each building, owner or year.',
        'key',
      ),
    )
  if (repeatedSales / rowsRead > usualLimits.repeatedRows)
    warnings.push(
      warn(
        `${formatRows(repeatedSales)} repeat a sale of an earlier row and are rejected. ` +
          'Check whether the file has a row for each buyer, or whether a column has the number of the document.',
        'sale.document',
      ),
    )
  if (mergedParcels > 0)
    warnings.push(
      warn(
        `${formatNumber(mergedParcels)} ${mergedParcels === 1 ? 'parcel is' : 'parcels are'} drawn in several rows. ` +
          'The rows of a parcel become one property with one outline. If they are different parcels, choose the column that tells them apart.',
        'key',
      ),
    )
  return warnings
}

function listCutKeyWarnings({ facts }: WarningInput): CheckWarning[] {
  const warnings: CheckWarning[] = []
  if (facts.scientificKeys > 0)
    warnings.push(
      warn(
        `${formatNumber(facts.scientificKeys)} parcel numbers are like 1.2E+10: a spreadsheet has cut them off. ` +
          'Use the file as the county publishes it, without saving it in a spreadsheet.',
        'key',
      ),
    )
  const cut = findCutKeys(facts)
  if (cut)
    warnings.push(
      warn(
        `${formatShare(cut.share)} of the parcel numbers have ${cut.digits} digits, the others one more, and none begins with 0: ` +
          'leading zeros seem to be lost. Use the file as the county publishes it.',
        'key',
      ),
    )
  return warnings
}

/** Numbers of two lengths that differ by one digit, of which none begins with 0, as where a spreadsheet removed it. */
function findCutKeys({ properties, keyLengths }: WarningInput['facts']): { digits: number; share: number } | null {
  const total = keyLengths.reduce((sum, { rows }) => sum + rows, 0)
  const [first, second] = keyLengths
  if (!first || !second || total <= properties / 2 || keyLengths.some(({ zeros }) => zeros > 0)) return null
  const [shorter, longer] = first.digits < second.digits ? [first, second] : [second, first]
  const share = shorter.rows / total
  const isTwoLengths = first.rows + second.rows >= total * (1 - usualLimits.shorterKeys)
  const isEvident = longer.digits - shorter.digits === 1 && longer.digits >= minKeyLength && isTwoLengths
  return isEvident && share > usualLimits.shorterKeys ? { digits: shorter.digits, share } : null
}
