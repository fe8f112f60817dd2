import { collapseBlanks } from '../../derive/collapse-blanks.ts'
import { floridaUse, floridaUseDescription } from '../../sources/florida-use-codes.ts'
import { massachusettsUseCodes } from '../../sources/massachusetts-use-codes.ts'
import { implausible } from '../reader.ts'
import { describedByPrefix, useByPrefix } from '../use-code.ts'
import { forHeader, quote, type ReaderCall } from './reader-calls.ts'

/** A use column with county-specific values: without a crosswalk no property has a class. */
export type CrosswalkDraft = {
  header: string
  reader: 'useCode' | 'useWords'
  values: { text: string; rows: number }[]
}

export type UseColumn = { header: string; cells: readonly string[]; described?: readonly string[] | undefined }

type StateUseCodes = {
  fips: string
  has: (code: string) => boolean
  readers: [use: ReaderForHeader, description: ReaderForHeader]
}
type ReaderForHeader = (header: string) => ReaderCall

const createCodeCheck =
  (read: ReturnType<typeof floridaUse>['read']) =>
  (code: string): boolean =>
    read(() => code, '') !== implausible

const stateUseCodes: readonly StateUseCodes[] = [
  {
    fips: '12',
    has: createCodeCheck(floridaUse('').read),
    readers: [forHeader(floridaUse), forHeader(floridaUseDescription)],
  },
  {
    fips: '25',
    // Towns may append a digit to the three; fewer digits are not a state code.
    has: (code) => /^\d{3}/.test(code) && createCodeCheck(useByPrefix('', massachusettsUseCodes).read)(code),
    readers: [forHeader(useByPrefix, massachusettsUseCodes), forHeader(describedByPrefix, massachusettsUseCodes)],
  },
]

const minKnownShare = 0.95

export function findStateUse(
  { header, cells }: UseColumn,
  countyFips: string,
): { use: ReaderCall; description: ReaderCall } | undefined {
  const list = stateUseCodes.find(({ fips }) => countyFips.startsWith(fips))
  const nonEmpty = cells.filter((cell) => cell !== '')
  if (!list || nonEmpty.length === 0 || nonEmpty.filter(list.has).length < nonEmpty.length * minKnownShare)
    return undefined
  const [use, description] = list.readers
  return { use: use(header), description: description(header) }
}

const maxValuesListed = 12
const maxValueLength = 60
// A column with a different value in nearly every row is not a list of uses.
const maxDistinctShare = 0.5
const minRowsToJudge = 20

export function draftCrosswalk({ header, cells, described }: UseColumn): CrosswalkDraft | undefined {
  const counts = new Map<string, number>()
  const words = new Map<string, string>()
  for (const [at, cell] of cells.entries()) {
    const text = collapseBlanks(cell.toUpperCase())
    if (text === '') continue
    counts.set(text, (counts.get(text) ?? 0) + 1)
    if (described?.[at]) words.set(text, collapseBlanks(described[at]))
  }
  const nonEmpty = [...counts.values()].reduce((sum, rows) => sum + rows, 0)
  if (nonEmpty === 0 || (nonEmpty > minRowsToJudge && counts.size > nonEmpty * maxDistinctShare)) return undefined
  const values = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxValuesListed)
    .map(([text, rows]) => ({
      text: [text, words.get(text)].filter(Boolean).join('  ').slice(0, maxValueLength),
      rows,
    }))
  // Codes are short and have no blanks.
  return {
    header,
    reader: [...counts.keys()].every((text) => /^[A-Z\d.-]{1,6}$/.test(text) && /\d/.test(text))
      ? 'useCode'
      : 'useWords',
    values,
  }
}

export function describeMissingCrosswalk({ header, reader }: CrosswalkDraft): string {
  const example = reader === 'useCode' ? 'philadelphia-pa.ts' : 'nashville-tn.ts'
  const declared = `use: ${reader}(${quote(header)}, …)`
  return `no property has a class before a crosswalk says what ${header} leads to: write ${declared} as in ${example}`
}
