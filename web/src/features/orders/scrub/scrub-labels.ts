import type { OrderFile, ScrubbedAgainst, ScrubSummary } from '@dooryard/contract/order-files'
import { dncLists, type ScrubResult, scrubResults } from '@dooryard/contract/vocabularies'
import { stateName } from '../../../criteria/places/states.ts'
import { formatDay } from '../../../lib/format.ts'

// The vocabulary has what may be called first, and then the gravest reason first.
const byGravity = [...scrubResults.values.filter((value) => value !== 'CLEAN'), 'CLEAN' as const]

export const getResultTerm = (result: ScrubResult) => ({
  label: scrubResults.label(result),
  description: scrubResults.description(result),
})

export const getResultTone = (result: ScrubResult) =>
  result === 'CLEAN' ? 'good' : result === 'NOT_SCRUBBED' ? 'warn' : 'bad'

/** What the numbers of an order turned out to be: those that may not be called first, the gravest reason first of all. */
export const listResults = ({ byResult }: Pick<ScrubSummary, 'byResult'>) =>
  byGravity.flatMap((result) => {
    const count = byResult.find((entry) => entry.result === result)?.count ?? 0
    return count > 0 ? [{ result, count, ...getResultTerm(result) }] : []
  })

/** Up to how many area codes a copy names at once. */
const mostCodes = 12

/** `615, 629 and 3 more`. */
export function formatAreaCodes(codes: readonly string[]): string {
  const shown = codes.slice(0, mostCodes).join(', ')
  return codes.length > mostCodes ? `${shown} and ${codes.length - mostCodes} more` : shown
}

/** What stands in the place of the subscription account number of a list that is generated for a demo. */
const generatedSan = '00000-0000000'

/** A copy that numbers were checked against: which list, whose, and of when. */
export function formatCopy({ list, owner, san, state, areaCodes, accessedOn }: ScrubbedAgainst) {
  const whose = owner === 'YOURS' ? 'Your copy' : "The platform's copy"
  const account = san === generatedSan ? 'generated for the demo' : `subscription account ${san}`
  return {
    title: state ? `${dncLists.label(list)}, ${stateName(state)}` : dncLists.label(list),
    whose: san && list === 'NATIONAL' ? `${whose}, ${account}` : whose,
    fetched: `Fetched ${formatDay(accessedOn)}`,
    codes: areaCodes.length > 0 ? `Area codes ${formatAreaCodes(areaCodes)}` : undefined,
  }
}

/** The newest file whose numbers were checked. */
export const findCheckedFile = (files: readonly OrderFile[]) => files.find(({ scrub }) => scrub !== undefined)
