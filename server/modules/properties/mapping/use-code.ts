import type { Use } from '../derive/use.ts'
import { cellReader, implausible, type Reader } from './reader.ts'

/** The use of a code, refined by the beginning of another column's text where given. */
export type Crosswalk = Record<string, Use | { is: Use; where: Record<string, Use> }>

export const useCode = (column: string, crosswalk: Crosswalk, refinedBy?: string): Reader<Use> => {
  const entries = new Map(
    Object.entries(crosswalk).map(([code, entry]) =>
      typeof entry === 'string'
        ? [code, { is: entry, where: createPrefixLookup<Use>({}) }]
        : [code, { is: entry.is, where: createPrefixLookup(entry.where) }],
    ),
  )
  return {
    needs: refinedBy === undefined ? [column] : [column, refinedBy],
    read: (cell) => {
      const code = cell(column)
      if (code === '') return null
      const entry = entries.get(code)
      if (entry === undefined) return implausible
      return (refinedBy && entry.where(cell(refinedBy))) || entry.is
    },
  }
}

/** A use by the county's own wording, with varying blanks and sometimes a line break. */
export const useWords = (column: string, words: Readonly<Record<string, Use>>): Reader<Use> => {
  const known = new Map(Object.entries(words))
  return cellReader(column, (cell) => known.get(cell.toUpperCase().replace(/\s+/g, ' ')) ?? implausible)
}

/** Codes that become more specific digit by digit, each with its official description. */
export type CodeTree = Record<string, readonly [use: Use, description: string]>

export const useByPrefix = (column: string, tree: CodeTree): Reader<Use> => byPrefix(column, tree, ([use]) => use)

export const describedByPrefix = (column: string, tree: CodeTree): Reader<string> =>
  byPrefix(column, tree, ([, description]) => description)

function byPrefix<T>(column: string, tree: CodeTree, take: (entry: CodeTree[string]) => T): Reader<T> {
  const find = createPrefixLookup(tree)
  return cellReader(column, (code) => {
    const entry = find(code)
    return entry ? take(entry) : implausible
  })
}

/** Finds the entry of the longest key that a text begins with. */
export function createPrefixLookup<T>(table: Readonly<Record<string, T>>): (text: string) => T | undefined {
  const entries = new Map(Object.entries(table))
  const lengths = [...new Set([...entries.keys()].map((key) => key.length))].sort((a, b) => b - a)
  return (text) => {
    for (const length of lengths) {
      const found = length <= text.length ? entries.get(text.slice(0, length)) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
}
