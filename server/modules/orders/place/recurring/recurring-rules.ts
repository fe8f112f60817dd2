import { type Criteria, isEmptyCriteria } from '@dooryard/contract/criteria/criteria'

/** Why criteria cannot be ordered again and again; null if they can. */
export function getRecurringRefusal(criteria: Criteria): string | null {
  if (isEmptyCriteria(criteria)) return 'A recurring order needs at least one filter.'
  const { purchased, orderId, propertyIds } = criteria.only ?? {}
  if (purchased !== undefined || orderId !== undefined)
    return 'A recurring order takes new leads only: remove the filter for purchased leads.'
  if (propertyIds !== undefined) return 'A recurring order finds new matches: use filters, not selected properties.'
  return null
}

/** The criteria of a run: purchased leads are excluded, whatever the filters say. */
export const toNewLeadCriteria = ({ exclude, ...criteria }: Criteria): Criteria => ({
  ...criteria,
  exclude: { ...exclude, delivered: true },
})
