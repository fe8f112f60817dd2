import type { FileColumn } from '@dooryard/contract/api/enums'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { RecurringOrder, RecurringOrderChange } from '@dooryard/contract/recurring/recurring-orders'
import { toFileColumns } from '../../entities/order/delivery/file-columns.ts'
import { type DeliveryChoice, toDelivery } from '../../lib/order/delivery.ts'

/** What a recurring order orders, as edited. */
export type LeadsDraft = {
  /** Whether it follows the saved search; otherwise it has filters of its own. */
  isFollowing: boolean
  savedSearchId: string
  /** Its own filters. */
  criteria: Criteria
  columns: FileColumn[]
  choice: DeliveryChoice
}

/** The draft that changes nothing. A deleted saved search cannot be chosen again. */
export function toLeadsDraft({ savedSearch, criteria = {}, columns, ...options }: RecurringOrder): LeadsDraft {
  const { sort, onePerOwner, onePerAddress } = options
  return {
    isFollowing: savedSearch !== undefined,
    savedSearchId: savedSearch && !savedSearch.isDeleted ? savedSearch.id : '',
    ...{ criteria, columns, choice: { sort, onePerOwner, onePerAddress } },
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function toSourceChange({ savedSearch, criteria }: RecurringOrder, draft: LeadsDraft) {
  if (draft.isFollowing) return draft.savedSearchId === savedSearch?.id ? {} : { savedSearchId: draft.savedSearchId }
  return isSame(draft.criteria, criteria) ? {} : { criteria: draft.criteria }
}

/** Only what differs from the recurring order; `criteria` are the filters that the draft has or follows. */
export function toLeadsChange(saved: RecurringOrder, draft: LeadsDraft, criteria: Criteria): RecurringOrderChange {
  const { campaignType } = saved
  const columns = toFileColumns(campaignType, draft.columns)
  const { sort, onePerOwner, onePerAddress } = toDelivery(draft.choice, { campaignType, criteria })
  return {
    ...toSourceChange(saved, draft),
    ...(!isSame(columns, toFileColumns(campaignType, saved.columns)) && { columns }),
    ...(!isSame(sort, saved.sort) && { sort }),
    ...(onePerOwner !== saved.onePerOwner && { onePerOwner }),
    ...(onePerAddress !== undefined && onePerAddress !== saved.onePerAddress && { onePerAddress }),
  }
}
