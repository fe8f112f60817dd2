import type { Role } from '@dooryard/contract/api/roles'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { setCriteriaValue } from '../edit-criteria.ts'

type Exclusions = NonNullable<Criteria['exclude']>

/** The keys of the criteria that exclude what records of the user stand for. */
export type ExclusionKey = Extract<
  keyof Exclusions,
  'suppressionListIds' | 'orderIds' | 'campaignIds' | 'savedSearchIds'
>

type ExclusionKind = {
  key: ExclusionKey
  /** The heading of a list of them. */
  label: string
  /** Within a sentence: `At most 20 suppression lists can be excluded`. */
  many: string
  /** What is excluded, for those who have not met it before. */
  hint: string
  /** The label of a chip. */
  chip: string
  /** Stands for a name that is not known to this viewer. */
  unnamed: string
  /** Stands for the name of a record that is gone. */
  missing: string
  /** Shown where no name matches the typed text. */
  notFound: string
}

/** The contract's limit, for each kind. */
export const maxExcludedRecords = 20

/** What can be excluded by choosing records, in the order of the screens. */
export const exclusionKinds: Record<ExclusionKey, ExclusionKind> = {
  suppressionListIds: {
    key: 'suppressionListIds',
    label: 'Suppression lists',
    many: 'suppression lists',
    hint: 'Addresses and properties you uploaded, matched again whenever you search or order.',
    chip: 'Exclude list',
    unnamed: 'a suppression list',
    missing: 'Deleted list',
    notFound: 'No suppression lists found',
  },
  orderIds: {
    key: 'orderIds',
    label: 'Earlier orders',
    many: 'orders',
    hint: 'All leads they delivered, however long ago.',
    chip: 'Exclude order',
    unnamed: 'an order',
    missing: 'Unknown order',
    notFound: 'No completed orders found',
  },
  campaignIds: {
    key: 'campaignIds',
    label: 'Campaigns',
    many: 'campaigns',
    hint: 'All leads their orders delivered, however long ago.',
    chip: 'Exclude campaign',
    unnamed: 'a campaign',
    missing: 'Unknown campaign',
    notFound: 'No campaigns found',
  },
  savedSearchIds: {
    key: 'savedSearchIds',
    label: 'Saved searches',
    many: 'searches',
    hint: 'Properties that match one of them when you search or order.',
    chip: 'Exclude search',
    unnamed: 'a saved search',
    missing: 'Deleted search',
    notFound: 'No saved searches found',
  },
}

export const exclusionKeys = Object.keys(exclusionKinds) as ExclusionKey[] // its keys are typed

/** Whether users of this role have records of the kind to exclude. */
export const hasExclusions = (role: Role | undefined, key: ExclusionKey) =>
  role === 'ENTERPRISE_USER' || (role === 'CONSUMER_USER' && key !== 'campaignIds')

/** The criteria without these records: neither excluded nor, for an order or a list, what the search is limited to. */
export function removeRecords(criteria: Criteria, ids: readonly string[]): Criteria {
  const { orderId, listIds } = criteria.only ?? {}
  const kept = listIds?.filter((id) => !ids.includes(id))
  const listed = kept?.length === listIds?.length ? criteria : setCriteriaValue(criteria, 'only', 'listIds', kept)
  const unlimited =
    orderId !== undefined && ids.includes(orderId) ? setCriteriaValue(listed, 'only', 'orderId', undefined) : listed
  return exclusionKeys.reduce((left, key) => {
    const kept = left.exclude?.[key]?.filter((id) => !ids.includes(id))
    return setCriteriaValue(left, 'exclude', key, kept)
  }, unlimited)
}
