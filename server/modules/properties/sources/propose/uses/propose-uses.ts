import type { UseList } from '@dooryard/contract/data/sources/source-document'
import { createListLookup, listUndecided } from '../../use-lists/use-lists.ts'
import type { UsesProposal } from '../proposal.ts'
import { isFilled } from '../values/cells.ts'
import { findUse } from './find-use.ts'

type UseColumns = {
  rows: readonly (readonly string[])[]
  code: { column: string; at: number } | undefined
  description: { column: string; at: number } | undefined
}

const maxCodes = 400
// A column with another value in most rows is no list of uses.
const maxDistinct = 0.5
const enoughRows = 40

/**
 * The use codes of a roll with the rows that have them, the most frequent first, the list of the state that knows them,
 * and the property type that the county's own words say. Types of codes without words are left to a person.
 */
export function proposeUses({ rows, code, description }: UseColumns, countyFips: string | null): UsesProposal | null {
  const column = code ?? description
  if (!column) return null
  const counted = countUses(rows, column.at, code ? description?.at : undefined)
  const total = counted.reduce((sum, { rows: count }) => sum + count, 0)
  if (counted.length === 0 || (total > enoughRows && counted.length > total * maxDistinct)) return null
  const list = code ? findList(counted, countyFips) : null
  return {
    column: column.column,
    list,
    codes: counted.slice(0, maxCodes).map((counts) => ({
      ...counts,
      use: list === null ? findUse(counts.description ?? (code ? readWords(counts.code) : counts.code)) : null,
    })),
  }
}

/** The words of a cell such as `111 SINGLE FAMILY`; '' where it has a code alone. */
const readWords = (code: string) => (/[a-z]{4}/i.test(code) ? code : '')

function countUses(rows: UseColumns['rows'], at: number, describedAt: number | undefined) {
  const counts = new Map<string, { rows: number; words: Map<string, number> }>()
  for (const row of rows) {
    const code = row[at] ?? ''
    if (!isFilled(code)) continue
    const count = counts.get(code) ?? { rows: 0, words: new Map<string, number>() }
    const words = describedAt === undefined ? '' : (row[describedAt] ?? '')
    count.rows += 1
    if (words !== '') count.words.set(words, (count.words.get(words) ?? 0) + 1)
    counts.set(code, count)
  }
  return [...counts]
    .map(([code, { rows: count, words }]) => {
      const [most] = [...words].sort(([, a], [, b]) => b - a)
      return { code, description: most ? most[0].slice(0, 200) : null, rows: count }
    })
    .sort((a, b) => b.rows - a.rows)
}

/** The lists by the states whose counties use them: elsewhere three digits mean something else. */
const listByState: Partial<Record<string, UseList>> = {
  12: 'florida-dor',
  25: 'massachusetts-dor',
  34: 'new-jersey-mod-iv',
  36: 'new-york-orpts',
  48: 'texas-sptd',
}

const leastKnown = 0.9

/** The list of the state, when it knows nine of ten rows. */
function findList(codes: readonly { code: string; rows: number }[], countyFips: string | null): UseList | null {
  const list = listByState[countyFips?.slice(0, 2) ?? '']
  if (!list) return null
  const lookUp = createListLookup(list)
  const count = (counted: typeof codes) => counted.reduce((sum, { rows }) => sum + rows, 0)
  const undecided = listUndecided(list)
  const isKnown = (code: string) =>
    lookUp(code) !== undefined || undecided.some((one) => code.toUpperCase().startsWith(one))
  const known = count(codes.filter(({ code }) => isKnown(code)))
  return known >= count(codes) * leastKnown ? list : null
}
