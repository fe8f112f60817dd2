import { maxListProperties, type PropertyListChanged } from '@dooryard/contract/data/property-lists'
import { formatNumber, pluralize } from '../../lib/format/format.ts'

const formatProperties = (count: number) => pluralize(count, 'property', 'properties')

/** What a change did to a list: `3 properties added to “Oak Street”`. */
export function formatChange(action: 'ADD' | 'REMOVE', { list, changed, skipped }: PropertyListChanged): string {
  const name = `“${list.name}”`
  const full =
    skipped > 0
      ? `${name} is full: ${formatProperties(skipped)} had no room. A list has at most ${formatNumber(maxListProperties)}.`
      : undefined
  if (changed.length === 0)
    return full ?? (action === 'ADD' ? `Already on ${name}: nothing to add` : `Nothing to remove from ${name}`)
  const done = `${formatProperties(changed.length)} ${action === 'ADD' ? 'added to' : 'removed from'} ${name}`
  return full ? `${done}. ${full}` : done
}

/** `214 properties`, and how many of them no county dataset has any more. */
export const formatMissing = (missing: number | null): string | undefined =>
  missing ? `${formatNumber(missing)} no longer in county data` : undefined
