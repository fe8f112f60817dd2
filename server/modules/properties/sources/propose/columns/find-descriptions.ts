import { readHeader, toPlainName } from '../headers/header-words.ts'
import { findUse } from '../uses/find-use.ts'
import { saysArmsLength } from '../values/arms-length.ts'
import { isWords } from '../values/cells.ts'
import { findDeedType } from '../values/deed-types.ts'
import { type ColumnProfile, measureShare } from '../values/profile.ts'
import { type Candidate, rank } from './candidate.ts'

/** Columns of words that describe codes, whatever their names say, and of a code that words describe. */
export const findDescriptions = (
  profiles: readonly ColumnProfile[],
  named: readonly Candidate[],
  rows: readonly (readonly string[])[],
): Candidate[] => [
  ...findUseDescriptions(profiles, named, rows),
  ...findDescribedCode(profiles, named, rows),
  ...findSaleWords(profiles, named),
]

const nearest = 2
const nameOfOwn = 1.1

const describesCode = (stem: string, column: string) =>
  stem.length > 2 && column.startsWith(stem) && /^(?:code|cd)?_?(?:desc|dscr)/.test(column.slice(stem.length))

/**
 * Words beside the use code, one for each code, under a name that begins alike; or else words of property types.
 */
function findUseDescriptions(
  profiles: readonly ColumnProfile[],
  named: readonly Candidate[],
  rows: readonly (readonly string[])[],
): Candidate[] {
  const [code] = named
    .filter(({ target, name, fit }) => target === 'useCode' && name * fit > 0.7)
    .sort((a, b) => rank(b) - rank(a))
  if (!code) return findUsesAlone(profiles, named)
  const stem = toPlainName(code.profile.column).replace(/(?:code|cd)\d?$/, '')
  const own = named.find(
    ({ target, fit, profile }) =>
      target === 'useDescription' && fit > 0.5 && describesCode(stem, toPlainName(profile.column)),
  )
  // Of several descriptions the one that is named as the code describes it.
  if (own) return [{ ...own, name: nameOfOwn }]
  if (named.some(({ target, name, fit }) => target === 'useDescription' && name > 0.75 && fit > 0.5)) return []
  const isNear = ({ at, column }: ColumnProfile) =>
    Math.abs(at - code.profile.at) <= nearest && toPlainName(column).startsWith(stem)
  const found = profiles.find(
    (profile) =>
      profile !== code.profile &&
      measureShare(profile.cells, isWords) > 0.8 &&
      (isNear(profile) || hasUseWords(profile)) &&
      isDescribed(rows, code.profile.at, profile.at),
  )
  return found ? [{ target: 'useDescription', profile: found, name: 0.8, fit: 1, rival: null }] : []
}

/** The code with words of its own, such as `TAX_LUC`, where the one of the clearer name is the same in all rows. */
function findDescribedCode(
  profiles: readonly ColumnProfile[],
  named: readonly Candidate[],
  rows: readonly (readonly string[])[],
): Candidate[] {
  const [code] = named.filter(({ target }) => target === 'useCode').sort((a, b) => rank(b) - rank(a))
  if (!code || new Set(code.profile.cells).size !== 1) return []
  const described = named.filter(({ target, fit }) => target === 'useDescription' && fit > 0.5)
  const found = profiles.find(({ column, at }) =>
    described.some(
      ({ profile }) =>
        describesCode(toPlainName(column), toPlainName(profile.column)) && isDescribed(rows, at, profile.at),
    ),
  )
  return found ? [{ target: 'useCode', profile: found, name: nameOfOwn, fit: 1, rival: null }] : []
}

const maxDistinct = 0.2

/** Words of property types under any name, in a table without use codes. */
function findUsesAlone(profiles: readonly ColumnProfile[], named: readonly Candidate[]): Candidate[] {
  if (named.some(({ target, name, fit }) => target === 'useDescription' && name * fit > 0.5)) return []
  const found = profiles.find(
    (profile) => profile.distinct < maxDistinct && measureShare(profile.cells, isWords) > 0.8 && hasUseWords(profile),
  )
  return found ? [{ target: 'useDescription', profile: found, name: 0.7, fit: 1, rival: null }] : []
}

const enoughUses = 4

/** Words of which most name a property type, such as `RES CONDO`. */
export function hasUseWords({ cells }: Pick<ColumnProfile, 'cells'>): boolean {
  const words = [...new Set(cells)]
  return words.length >= enoughUses && measureShare(words, (word) => findUse(word) !== null) > 0.7
}

const leastDescribed = 0.95

/** Nearly all rows with a code have the same words. */
function isDescribed(rows: readonly (readonly string[])[], codeAt: number, wordsAt: number): boolean {
  const wordsByCode = new Map<string, string>()
  let same = 0
  let known = 0
  for (const row of rows) {
    const [code = '', words = ''] = [row[codeAt], row[wordsAt]]
    if (code === '' || words === '') continue
    if (!wordsByCode.has(code)) wordsByCode.set(code, words)
    known += 1
    if (wordsByCode.get(code) === words) same += 1
  }
  return new Set(wordsByCode.values()).size > 1 && same > known * leastDescribed
}

/** Kinds of deeds, and whether a sale was at arm’s length, in columns about sales that no name explains. */
const findSaleWords = (profiles: readonly ColumnProfile[], named: readonly Candidate[]): Candidate[] => [
  ...findSaleColumn('lastSaleDeedType', profiles, named, (cell) => cell.length > 1 && findDeedType(cell) !== undefined),
  ...findSaleColumn('armsLength', profiles, named, saysArmsLength),
]

function findSaleColumn(
  target: 'lastSaleDeedType' | 'armsLength',
  profiles: readonly ColumnProfile[],
  named: readonly Candidate[],
  test: (cell: string) => boolean,
): Candidate[] {
  if (named.some((one) => one.target === target && one.name * one.fit > 0.75)) return []
  const found = profiles.find(
    ({ column, cells }) =>
      readHeader(column, false).words.some(({ meanings }) =>
        ['SALE', 'DEED', 'DOCUMENT', 'RECORDED'].some((one) => meanings.has(one)),
      ) && measureShare(cells, test) > 0.6,
  )
  return found ? [{ target, profile: found, name: 0.8, fit: 1, rival: null }] : []
}
