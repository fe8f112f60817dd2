import { oneBlank } from '../../derive/blanks.ts'
import { floridaUse, floridaUseDescription } from '../../sources/florida-use-codes.ts'
import { massachusettsUseCodes } from '../../sources/massachusetts-use-codes.ts'
import { implausible } from '../reader.ts'
import { describedByPrefix, useByPrefix } from '../use-code.ts'
import { by, type Call, quoted } from './calls.ts'

/** A column of uses whose words are the county's own: without a crosswalk no property has a class. */
export type Crosswalk = { header: string; reader: 'useCode' | 'useWords'; values: { text: string; rows: number }[] }

export type UseColumn = { header: string; cells: readonly string[]; described?: readonly string[] | undefined }

type StateList = { fips: string; has: (code: string) => boolean; readers: [use: Reading, description: Reading] }
type Reading = (header: string) => Call

const knows =
  (read: ReturnType<typeof floridaUse>['read']) =>
  (code: string): boolean =>
    read(() => code, '') !== implausible

const stateLists: readonly StateList[] = [
  { fips: '12', has: knows(floridaUse('').read), readers: [by(floridaUse), by(floridaUseDescription)] },
  {
    fips: '25',
    // Towns may add a digit to the three; fewer are no code of the state's.
    has: (code) => /^\d{3}/.test(code) && knows(useByPrefix('', massachusettsUseCodes).read)(code),
    readers: [by(useByPrefix, massachusettsUseCodes), by(describedByPrefix, massachusettsUseCodes)],
  },
]

const nearlyAll = 0.95

export function useOfState(
  { header, cells }: UseColumn,
  countyFips: string,
): { use: Call; description: Call } | undefined {
  const list = stateLists.find(({ fips }) => countyFips.startsWith(fips))
  const said = cells.filter((cell) => cell !== '')
  if (!list || said.length === 0 || said.filter(list.has).length < said.length * nearlyAll) return undefined
  const [use, description] = list.readers
  return { use: use(header), description: description(header) }
}

const valuesNamed = 12
const longestValue = 60
// A column that says something else in nearly every row is no list of uses.
const mostDifferent = 0.5
const rowsThatTell = 20

export function crosswalkOf({ header, cells, described }: UseColumn): Crosswalk | undefined {
  const counts = new Map<string, number>()
  const words = new Map<string, string>()
  for (const [at, cell] of cells.entries()) {
    const text = oneBlank(cell.toUpperCase())
    if (text === '') continue
    counts.set(text, (counts.get(text) ?? 0) + 1)
    if (described?.[at]) words.set(text, oneBlank(described[at]))
  }
  const said = [...counts.values()].reduce((sum, rows) => sum + rows, 0)
  if (said === 0 || (said > rowsThatTell && counts.size > said * mostDifferent)) return undefined
  const values = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, valuesNamed)
    .map(([text, rows]) => ({ text: [text, words.get(text)].filter(Boolean).join('  ').slice(0, longestValue), rows }))
  // Codes are short, and in one piece.
  return {
    header,
    reader: [...counts.keys()].every((text) => /^[A-Z\d.-]{1,6}$/.test(text) && /\d/.test(text))
      ? 'useCode'
      : 'useWords',
    values,
  }
}

export function crosswalkNeeded({ header, reader }: Crosswalk): string {
  const example = reader === 'useCode' ? 'philadelphia-pa.ts' : 'nashville-tn.ts'
  const declared = `use: ${reader}(${quoted(header)}, …)`
  return `no property has a class before a crosswalk says what ${header} leads to: write ${declared} as in ${example}`
}
