import { dncLists, type ScrubResult, scrubResults } from '@dooryard/contract/api/enums'
import type { OrderFile, ScrubbedAgainst, ScrubSummary } from '@dooryard/contract/orders/order-files'
import { getStateName } from '../../../criteria/places/states.ts'
import { formatDay } from '../../../lib/format/format.ts'

// The vocabulary starts with what may be called, followed by the reasons, most severe first.
const resultsBySeverity = [...scrubResults.values.filter((value) => value !== 'CLEAN'), 'CLEAN' as const]

export const getResultTerm = (result: ScrubResult) => ({
  label: scrubResults.label(result),
  description: scrubResults.description(result),
})

export const getResultTone = (result: ScrubResult) =>
  result === 'CLEAN' ? 'good' : result === 'NOT_SCRUBBED' ? 'warn' : 'bad'

/** The scrub results of an order: numbers that may not be called first, the most severe reason on top. */
export const listResults = ({ byResult }: Pick<ScrubSummary, 'byResult'>) =>
  resultsBySeverity.flatMap((result) => {
    const count = byResult.find((entry) => entry.result === result)?.count ?? 0
    return count > 0 ? [{ result, count, ...getResultTerm(result) }] : []
  })

/** Maximum number of area codes listed for a list version. */
const maxShownCodes = 12

/** `615, 629 and 3 more`. */
export function formatAreaCodes(codes: readonly string[]): string {
  const shown = codes.slice(0, maxShownCodes).join(', ')
  return codes.length > maxShownCodes ? `${shown} and ${codes.length - maxShownCodes} more` : shown
}

/** Subscription account number of a list generated for a demo. */
const generatedSan = '00000-0000000'

/** Formats a list version that numbers were checked against: the list, its owner and its date. */
export function formatListVersion({ list, owner, san, state, areaCodes, accessedOn }: ScrubbedAgainst) {
  const ownerText = owner === 'YOURS' ? 'Your copy' : "The platform's copy"
  const account = san === generatedSan ? 'generated for the demo' : `subscription account ${san}`
  return {
    title: state ? `${dncLists.label(list)}, ${getStateName(state)}` : dncLists.label(list),
    whose: san && list === 'NATIONAL' ? `${ownerText}, ${account}` : ownerText,
    fetched: `Fetched ${formatDay(accessedOn)}`,
    codes: areaCodes.length > 0 ? `Area codes ${formatAreaCodes(areaCodes)}` : undefined,
  }
}

/** The newest file whose numbers were checked. */
export const findScrubbedFile = (files: readonly OrderFile[]) => files.find(({ scrub }) => scrub !== undefined)
