import { criteriaGroups } from '@dooryard/contract/criteria/criteria-fields'
import type { CriterionLabel } from './format-criteria.ts'

/** The longest name of an order or a campaign. */
const maxNameLength = 100

const termFieldIds = new Set(
  criteriaGroups.flatMap((group) =>
    group.fields.filter(({ type }) => type === 'terms').map((field) => `${group.key}.${field.key}`),
  ),
)

const isPlace = ({ id }: CriterionLabel) => id.startsWith('location.')
const isExclusion = ({ id }: CriterionLabel) => id.startsWith('exclude.')

/** A list of terms speaks for itself; a number or a date needs its field: `Year built: 1980 or earlier`. */
const formatFilter = ({ id, label, text }: CriterionLabel) =>
  termFieldIds.has(id) || id.startsWith('only.') ? text : `${label}: ${text}`

const cut = (name: string) => (name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1).trimEnd()}…` : name)

/**
 * A name for an order or a campaign: that of the saved search its audience comes from, else its first place and filter,
 * such as `Davidson County, TN · Vacant per county`. Empty for criteria without either.
 */
export function suggestName(labels: readonly CriterionLabel[], searchName?: string): string {
  if (searchName) return cut(searchName)
  const place = labels.find(isPlace)
  const filter = labels.find((label) => !isPlace(label) && !isExclusion(label))
  const name = [place?.text, filter && formatFilter(filter)].filter(Boolean).join(' · ')
  return cut(name.charAt(0).toUpperCase() + name.slice(1))
}
