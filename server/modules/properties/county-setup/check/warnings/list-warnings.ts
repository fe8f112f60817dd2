import type { CheckWarning } from '@dooryard/contract/data/sources/county-check'
import { listFewImplausible, listFieldWarnings } from './field-warnings.ts'
import { listFileWarnings, listJoinWarnings, listMissingFactWarnings, listUseWarnings } from './file-warnings.ts'
import { listKeyWarnings } from './key-warnings.ts'
import { usualLimits } from './usual-ranges.ts'
import { formatShare, type WarningInput, warn } from './warning.ts'

/** What is not as usual, the most important first, in sentences that say what to do. */
export function listWarnings(input: WarningInput): CheckWarning[] {
  const missing = listMissingFactWarnings(input)
  const named = new Set(missing.map(({ field }) => field))
  return [
    ...listFileWarnings(input),
    ...listKeyWarnings(input),
    ...listJoinWarnings(input),
    ...missing,
    ...listUseWarnings(input),
    ...listFieldWarnings(input).filter(({ field }) => !named.has(field)),
    ...listOwnerWarnings(input),
    ...listFewImplausible(input),
  ]
}

function listOwnerWarnings({ facts: { mailed, mailedOutOfState }, state }: WarningInput): CheckWarning[] {
  const share = mailed === 0 ? 0 : mailedOutOfState / mailed
  if (share <= usualLimits.outOfState) return []
  const where = state ? ` of ${state}` : ''
  return [
    warn(
      `${formatShare(share)} of the owners' addresses are out of state${where}. Check the column of the mailing state.`,
      'mailingState',
    ),
  ]
}
