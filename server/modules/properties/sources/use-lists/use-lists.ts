import { assetSubGroups } from '@dooryard/contract/api/enums'
import type { Use, UseList } from '@dooryard/contract/data/sources/source-document'
import { assetUseTypes } from '@dooryard/contract/properties/asset-use-types'
import { createPrefixLookup } from '../mapping/prefix-lookup.ts'
import { readJsonFile } from '../read-json-file.ts'

export type UseEntry = { use: Use; description?: string | undefined }

/** A list of use codes as its file has it, each code with its use and its official description. */
type UseListFile = {
  name: string
  publisher: string
  match: 'CODE' | 'PREFIX'
  /** Codes have this many digits: those of which a spreadsheet removed leading zeros regain them, others are unknown. */
  digits?: number
  /** Longer cells are words, which begin like a code. */
  maxLength?: number
  codes: Record<string, [use: Use, description: string]>
  /** Codes of both land and buildings, whose property type a person decides. */
  undecided?: Record<string, string>
}

type Lookup = (code: string) => UseEntry | undefined

const lookups = new Map<UseList, Lookup>()

/** The entry of a code in a list, which is read once. */
export function createListLookup(list: UseList): Lookup {
  const known = lookups.get(list)
  if (known) return known
  const lookup = list === 'dooryard' ? createTermLookup() : createFileLookup(readUseList(list))
  lookups.set(list, lookup)
  return lookup
}

/** The list of a state. Throws when its file is missing. */
export const readUseList = (list: Exclude<UseList, 'dooryard'>): UseListFile =>
  // Tests check each file.
  readJsonFile(new URL(`./${list}.json`, import.meta.url)) as UseListFile

/** The beginnings of codes that a list leaves to a person. */
export const listUndecided = (list: UseList): string[] =>
  list === 'dooryard' ? [] : Object.keys(readUseList(list).undecided ?? {})

function createFileLookup({ match, digits, maxLength, codes }: UseListFile): Lookup {
  const entries = Object.fromEntries(
    Object.entries(codes).map(([code, [use, description]]): [string, UseEntry] => [code, { use, description }]),
  )
  const byCode = new Map(Object.entries(entries))
  const find: Lookup = match === 'PREFIX' ? createPrefixLookup(entries) : (code) => byCode.get(code)
  if (maxLength !== undefined) return (code) => (code.length <= maxLength ? find(code.toUpperCase()) : undefined)
  if (digits === undefined) return find
  return (code) => (code.length <= digits && /^\d+$/.test(code) ? find(code.padStart(digits, '0')) : undefined)
}

/** Our own terms: `Single family` is SINGLE_FAMILY. */
function createTermLookup(): Lookup {
  const terms = new Map([...assetUseTypes.values, ...assetSubGroups.values].map((use): [string, Use] => [use, use]))
  return (code) => {
    const use = terms.get(
      code
        .trim()
        .toUpperCase()
        .replace(/[\s-]+/g, '_'),
    )
    return use && { use }
  }
}
