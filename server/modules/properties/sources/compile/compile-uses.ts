import { collapseWords, type SourceUses } from '@dooryard/contract/data/sources/source-document'
import type { Use } from '../../derive/use.ts'
import { createPrefixLookup } from '../mapping/prefix-lookup.ts'
import { cellReader, implausible, isTooLong, type Reader } from '../mapping/reader.ts'
import { createListLookup, type UseEntry } from '../use-lists/use-lists.ts'

export type UseReaders = {
  use: Reader<Use>
  /** The description of a code in the list; undefined when none has any. */
  description: Reader<string> | undefined
}

/** Compiles a crosswalk of use codes; a code that it lacks is implausible, so it is counted and listed. */
export function compileUses({ column, refinedBy, match, list, codes }: SourceUses): UseReaders {
  const inCodes = createLookup(match, codes)
  const inList = list && createListLookup(list)
  const find = (code: string) => inCodes(code) ?? inList?.(code)
  const refine = createRefinement(codes)
  const hasDescriptions = Object.values(codes).some(({ description }) => description) || (list && list !== 'dooryard')
  return {
    use: {
      needs: refinedBy === undefined ? [column] : [column, refinedBy],
      read: (cell) => {
        const code = cell(column)
        if (code === '') return null
        const entry = isTooLong(code) ? undefined : find(code)
        if (entry === undefined) return implausible
        return (refinedBy !== undefined && refine(entry, cell(refinedBy))) || entry.use
      },
    },
    description: hasDescriptions
      ? cellReader(column, (code) => {
          const entry = find(code)
          return entry ? (entry.description ?? inList?.(code)?.description ?? null) : implausible
        })
      : undefined,
  }
}

function createLookup(match: SourceUses['match'], codes: SourceUses['codes']): (code: string) => UseEntry | undefined {
  if (match === 'PREFIX') return createPrefixLookup(codes)
  const isWords = match === 'WORDS'
  const entries = new Map(Object.entries(codes).map(([code, entry]) => [isWords ? collapseWords(code) : code, entry]))
  return (code) => entries.get(code) ?? (isWords ? entries.get(collapseWords(code)) : undefined)
}

function createRefinement(codes: SourceUses['codes']) {
  const lookups = new Map<UseEntry, (text: string) => Use | undefined>()
  for (const entry of Object.values(codes)) if (entry.refined) lookups.set(entry, createPrefixLookup(entry.refined))
  return (entry: UseEntry, text: string) => lookups.get(entry)?.(text)
}
