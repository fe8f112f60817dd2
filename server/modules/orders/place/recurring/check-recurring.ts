import type { CampaignType } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { type DeliveryOptions, getDeliveryRefusal } from '@dooryard/contract/orders/quote/delivery-options'
import type { NewRecurringOrder } from '@dooryard/contract/recurring/recurring-orders'
import type { TransactionContext } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { pluralize } from '../../../../platform/util/format.ts'
import { toCriteria } from '../../../properties/index.ts'
import { findSavedSearch } from '../../../saved-searches/index.ts'
import { getLeadTerms, getMinQuantity } from '../../purchases/lead-terms.ts'
import { requireNamed } from '../../purchases/own-leads.ts'
import { getColumnsRefusal } from '../order-rules.ts'
import { getRecurringRefusal } from './recurring-rules.ts'

/** The saved search with its current filters, or the given ones. NOT_FOUND for its parts. */
export async function getSource(
  { db, actor }: TransactionContext,
  { savedSearchId, criteria }: Pick<NewRecurringOrder, 'savedSearchId' | 'criteria'>,
): Promise<{ name?: string; criteria: Criteria }> {
  if (criteria) {
    await requireNamed(db, actor.userId, [criteria])
    return { criteria }
  }
  const search = savedSearchId && (await findSavedSearch(db, actor.userId, savedSearchId))
  if (!search) throw notFound('This saved search')
  return { name: search.name, criteria: toCriteria(search) }
}

type Audience = DeliveryOptions & {
  campaignType: CampaignType
  criteria: Criteria
  columns: NewRecurringOrder['columns']
}

/** UNPROCESSABLE for filters, columns or a delivery that each run would be refused for. */
export function requireOrderable({ columns, ...audience }: Audience): void {
  const { campaignType, criteria } = audience
  const refusal =
    getRecurringRefusal(criteria) ?? getColumnsRefusal(campaignType, columns) ?? getDeliveryRefusal(audience)
  if (refusal) throw appError('UNPROCESSABLE', refusal)
}

type Limits = {
  campaignType: CampaignType
  campaignId: string | null
  criteria: Criteria
  maxLeads: number
  monthlyCredits: number
}

/** UNPROCESSABLE for limits below the minimum order, with which no run could ever order. */
export async function requireUsefulLimits({ db }: TransactionContext, limits: Limits): Promise<void> {
  const { campaignType, campaignId, criteria, maxLeads, monthlyCredits } = limits
  const { setting } = await getLeadTerms(db, campaignType)
  const minQuantity = getMinQuantity(setting, { isCampaign: campaignId !== null, criteria })
  if (maxLeads < minQuantity)
    throw limitError('maxLeads', `A ${setting.name} order needs at least ${pluralize(minQuantity, 'lead')}.`)
  const needed = minQuantity * setting.creditRequired
  if (monthlyCredits < needed)
    throw limitError(
      'monthlyCredits',
      `The minimum ${setting.name} order costs ${pluralize(needed, 'credit')}: allow at least that many per month.`,
    )
}

const limitError = (path: 'maxLeads' | 'monthlyCredits', message: string) =>
  appError('UNPROCESSABLE', message, { issues: [{ path, message }] })
