import { campaignTypes } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { getDeliveryRefusal } from '@dooryard/contract/orders/quote/delivery-options'
import type { RecurringOutcome } from '@dooryard/contract/recurring/recurring-run'
import { isAppError } from '../../../../platform/errors/app-error.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { toCriteria } from '../../../properties/index.ts'
import { findSavedSearch, listExcludedCriteria } from '../../../saved-searches/index.ts'
import type { OrderServices } from '../../fulfil/fenced-job.ts'
import { getOrderSort } from '../../orders.queries.ts'
import { requireNamed } from '../../purchases/own-leads.ts'
import { countQuote } from '../quote-counts.ts'
import { findRecurringCriteria, type RecurringRow } from './recurring.queries.ts'
import { getRecurringRefusal, toNewLeadCriteria } from './recurring-rules.ts'

export type RunRefusal = { outcome: RecurringOutcome; detail: string }

/** The audience of a run, and its deliverable leads that the user has not purchased. */
export type RunAudience = { criteria: Criteria; matched: number; newLeads: number }

/** Counts what a run could order now, or says why it orders nothing. Errors of the store are thrown. */
export async function countNewLeads(
  services: OrderServices,
  row: RecurringRow,
  signal: AbortSignal,
): Promise<RunAudience | RunRefusal> {
  const found = await getCurrentCriteria(services.db, row)
  if (!found) return { outcome: 'SEARCH_DELETED', detail: 'Its saved search was deleted.' }
  const campaignType = campaignTypes.schema.parse(row.campaignType)
  const { userId, onePerOwner, onePerAddress } = row
  const criteria = toNewLeadCriteria(found)
  const refusal =
    getRecurringRefusal(criteria) ??
    getDeliveryRefusal({ campaignType, criteria, sort: getOrderSort(row), onePerAddress })
  if (refusal) return { outcome: 'UNAVAILABLE', detail: refusal }
  try {
    const excludeCriteria = await listExcludedCriteria(services.db, userId, criteria)
    await requireNamed(services.db, userId, [criteria, ...excludeCriteria])
    const selection = { criteria, excludeCriteria, asOf: services.clock.now(), signal }
    const audience = { userId, campaignType, addPhones: false, onePerOwner, onePerAddress, selection }
    const { matched, deliverable, notTraced } = await countQuote(services, audience)
    // Owners who have yet to be looked up may turn out to be deliverable.
    return { criteria, matched, newLeads: deliverable + notTraced }
  } catch (error) {
    if (isAppError(error) && error.code === 'UNPROCESSABLE') return { outcome: 'UNAVAILABLE', detail: error.message }
    throw error
  }
}

/** Those of the saved search as it is now, or the copy; null once the search is deleted. */
export async function getCurrentCriteria(
  db: Db,
  { id, userId, savedSearchId }: RecurringRow,
): Promise<Criteria | null> {
  if (savedSearchId === null) return toCriteria(await findRecurringCriteria(db, id))
  const search = await findSavedSearch(db, userId, savedSearchId)
  return search ? toCriteria(search) : null
}
