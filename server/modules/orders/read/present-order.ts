import { type CampaignType, campaignTypes, leadStages } from '@dooryard/contract/api/enums'
import type { CountyValues } from '@dooryard/contract/leads/lead-changes'
import { contactResults, type PhoneResult } from '@dooryard/contract/leads/phone-results'
import { getDefaultColumns } from '@dooryard/contract/orders/file-columns'
import type { BoardLead, LeadActivity } from '@dooryard/contract/orders/lead-board'
import type { Contact, Lead } from '@dooryard/contract/orders/leads'
import {
  type AvailableLeads,
  InternalStatus,
  type ListedOrder,
  type OrderBreakdown,
  type QuoteCounts,
} from '@dooryard/contract/orders/order'
import { type OrderFile, OrderNotice, type ScrubSummary } from '@dooryard/contract/orders/order-files'
import { type SelectedLead, toCriteriaSummary } from '../../properties/index.ts'
import { isExpired, toExpiredContact } from '../expiry/expiry-rules.ts'
import type { OrderFileRow, OrderNoticeRow, RecheckRow } from '../export/order-files.queries.ts'
import { toUserFacingStatus } from '../fulfil/order-status-rules.ts'
import type { LeadActivityRow } from '../leads/lead-activity.queries.ts'
import type { BoardLeadRow } from '../leads/lead-board.queries.ts'
import { formatSingleFailure } from '../leads/single/single-lead-rules.ts'
import { presentNextTask } from '../leads/tasks/present-task.ts'
import { getFileColumns, getOrderSort, type OrderRow } from '../orders.queries.ts'

export const getHeldCredits = (row: Pick<OrderRow, 'settledAt' | 'heldSubscription' | 'heldOnDemand'>): number =>
  row.settledAt ? 0 : row.heldSubscription + row.heldOnDemand

/**
 * An order as lists and events show it at a given time. Its price is the captured amount, or the held amount while it
 * is in progress.
 */
export function presentOrder(row: OrderRow, at: Date): ListedOrder {
  const internalStatus = InternalStatus.parse(row.internalStatus)
  const campaignType = campaignTypes.schema.parse(row.campaignType)
  const held = getHeldCredits(row)
  const { id, orderName, quantity, deliveredQuantity, fileVersion } = row
  const { creditRequired, addPhones, creditsToAddPhones, onePerOwner, onePerAddress } = row
  return {
    ...{ id, orderName, quantity, deliveredQuantity, fileVersion, creditRequired, addPhones, creditsToAddPhones },
    ...{ sort: getOrderSort(row), onePerOwner, onePerAddress },
    isSingle: row.singlePropertyId !== null,
    campaignId: row.campaignId ?? undefined,
    campaignName: row.campaignName ?? undefined,
    campaignType,
    creditsHeld: held,
    creditsCaptured: row.captured,
    creditsReleased: row.released,
    totalPrice: row.captured + held,
    userFacingStatus: toUserFacingStatus(internalStatus),
    internalStatus,
    failureReason: getFailureReason(row, campaignType),
    note: row.note ?? undefined,
    criteriaSummary: toCriteriaSummary(row),
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString(),
    expiresAt: row.expiresAt?.toISOString(),
    isExpired: isExpired(row, at),
    dncCheckedAt: row.dncCheckedAt?.toISOString(),
    isRefreshing: row.refreshingSince !== null,
    columns: getFileColumns(row) ?? getDefaultColumns(campaignType),
  }
}

function getFailureReason(row: OrderRow, campaignType: CampaignType): string | undefined {
  const { failureReason, singlePropertyId } = row
  if (failureReason === null || singlePropertyId === null) return failureReason ?? undefined
  return formatSingleFailure({
    campaignType,
    failureReason,
    breakdown: presentBreakdown(row),
    quote: presentQuote(row),
  })
}

/** Written only by the select and scrub steps. */
export const presentBreakdown = (row: OrderRow) => (row.waterfall as OrderBreakdown | null) ?? undefined

/** Written only by the select step; quotes of earlier releases count no duplicates and estimate nothing. */
export function presentQuote({ quote }: Pick<OrderRow, 'quote'>): QuoteCounts | undefined {
  const counts = quote as (Omit<QuoteCounts, 'duplicates' | 'isEstimate'> & Partial<QuoteCounts>) | null
  return counts ? { duplicates: 0, isEstimate: false, ...counts } : undefined
}

/**
 * What the quote called deliverable and the order did not deliver. Of owners that were not looked up, as many are
 * assumed to have a callable number as of those that were.
 */
export function presentAvailable(row: OrderRow): AvailableLeads | undefined {
  const quote = presentQuote(row)
  if (!quote || row.internalStatus !== 'READY') return undefined
  const { considered = 0, callable = 0 } = presentBreakdown(row) ?? {}
  const isEstimate = quote.notTraced > 0 && considered > 0
  const untraced = isEstimate ? Math.round((quote.notTraced * callable) / considered) : 0
  const leads = Math.max(0, quote.deliverable + untraced - row.deliveredQuantity)
  return { leads, ...(isEstimate && { basis: { considered, callable } }) }
}

/** A version of the file with its later checks, newest first. */
export function presentFile(
  { createdAt, callableLeads, sha256, scrub, ...file }: OrderFileRow,
  orderRechecks: readonly RecheckRow[],
): OrderFile {
  const rechecks = orderRechecks.filter(({ version }) => version === file.version)
  return {
    ...file,
    createdAt: createdAt.toISOString(),
    callableLeads: callableLeads ?? undefined,
    sha256: sha256 ?? undefined,
    // Written only by `writeFileVersion` and `recheckFile`.
    scrub: ((rechecks[0]?.scrub ?? scrub) as ScrubSummary | null) ?? undefined,
    rechecks: rechecks.map(({ checkNumber: check, checkedAt }) => ({ check, checkedAt: checkedAt.toISOString() })),
  }
}

export const presentNotice = ({ type, at, detail }: OrderNoticeRow): OrderNotice =>
  OrderNotice.parse({ type, at: at.toISOString(), detail: detail ?? undefined })

type LeadRow = { stage: string; lead: unknown; contacts: unknown }

/** A number of an expired order may not be called. */
export function presentLead({ stage, lead, contacts }: LeadRow, hasExpired: boolean): Omit<Lead, 'rank' | 'isRepeat'> {
  // Written only by the trace and scrub steps.
  const known = (contacts as Contact[] | null) ?? undefined
  return {
    // Written only by `insertCandidateLeads`.
    ...(lead as SelectedLead),
    stage: leadStages.schema.parse(stage),
    contacts: hasExpired ? known?.map(toExpiredContact) : known,
  }
}

/** Null also where an earlier release did not store the value. */
export function presentValues({ lead }: Pick<LeadRow, 'lead'>): CountyValues {
  // Written only by `insertCandidateLeads`.
  const { marketValue = null, assessedValue = null, estimatedValue = null } = lead as Partial<SelectedLead>
  return { marketValue, assessedValue, estimatedValue }
}

export function presentBoardLead(row: BoardLeadRow, at: Date): BoardLead {
  const { propertyId, orderId, orderName } = row
  return {
    ...presentLead(row, isExpired(row, at)),
    ...{ propertyId, orderId, orderName },
    campaignId: row.campaignId ?? undefined,
    campaignType: campaignTypes.schema.parse(row.campaignType),
    deliveredAt: (row.completedAt ?? row.stagedAt).toISOString(),
    callableUntil: row.expiresAt?.toISOString(),
    stagedAt: row.stagedAt.toISOString(),
    notes: row.notes ?? 0,
    tagIds: row.tagIds,
    assigneeId: row.assigneeId,
    phoneResults: presentPhoneResults(row.phoneResults),
    nextTask: presentNextTask(row.nextTask),
  }
}

/** JSON of the database writes times with another precision and zone. */
const presentPhoneResults = (results: unknown): PhoneResult[] =>
  // Built only by `selectPhoneResults`.
  (results as PhoneResult[]).map(({ at, ...result }) => ({ ...result, at: new Date(at).toISOString() }))

/** Administrators are shown as Support, not by name. */
export const presentActivity = (row: LeadActivityRow, userId: string): LeadActivity => {
  const { id, kind, at, fromStage, toStage, text, phone } = row
  const by = row.actorId === userId ? `${row.firstName} ${row.lastName}` : 'Support'
  const common = { id, at: at.toISOString(), by }
  if (kind === 'NOTE') return { ...common, kind, text: text ?? '' }
  if (kind === 'CONTACT')
    return {
      ...common,
      ...{ kind, phone: phone ?? '', result: contactResults.schema.parse(row.result) },
      ...(text !== null && { text }),
    }
  return { ...common, kind: 'STAGE', from: leadStages.schema.parse(fromStage), to: leadStages.schema.parse(toStage) }
}
