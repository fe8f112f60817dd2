import type { SuppressionList } from '@dooryard/contract/data/suppression-lists'
import { formatNumber, pluralize } from '../../lib/format/format.ts'

type ListSize = Pick<SuppressionList, 'entries' | 'matches'>

const formatMatches = (matches: number) =>
  `${formatNumber(matches)} ${matches === 1 ? 'property matches' : 'properties match'}`

/** `1,198 entries, 1,163 properties match`; what matches may be unknown. */
export const formatListSize = ({ entries, matches }: ListSize): string =>
  [pluralize(entries, 'entry', 'entries'), ...(matches === null ? [] : [formatMatches(matches)])].join(', ')

/**
 * What a list excludes after an upload; a list without any match may have been meant otherwise, and more matches than
 * entries look like a mistake until they are explained.
 */
export function describeUpload({ name, entries, matches }: ListSize & Pick<SuppressionList, 'name'>) {
  const later = 'New data is matched as it arrives.'
  if (matches === 0)
    return {
      tone: 'warn',
      text: `“${name}” is saved, but no property matches it now. Check the streets and ZIP codes. ${later}`,
    } as const
  const now = matches === null ? '' : `${formatMatches(matches)} now. `
  const why =
    matches !== null && matches > entries
      ? 'Each address excludes every property that is at it or whose owner gets mail there. '
      : ''
  return { tone: 'good', text: `“${name}” is ready. ${now}${why}${later}` } as const
}

/** `Customers 2026` from `customers_2026.csv`: the name a list is given until the user types another. */
export function suggestListName(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_\s-]+/g, ' ')
    .trim()
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 100)
}
