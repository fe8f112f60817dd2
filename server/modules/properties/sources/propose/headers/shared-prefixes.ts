import { type HeaderName, type HeaderWord, isWord, readHeader, toPlainName } from './header-words.ts'

const maxPrefixLetters = 4
const leastHeadersWithPrefix = 3

/** First words that many headers share and that say nothing by themselves. */
export function findSharedPrefixes(names: readonly HeaderName[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { words } of names) {
    const [first, second] = words
    if (first && second && isPrefix(first)) counts.set(first.text, (counts.get(first.text) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count >= leastHeadersWithPrefix).map(([text]) => text))
}

// Whose address, or which sale, is no prefix that can be left out.
export const telling = [
  ...['OWNER', 'MAIL', 'TAXPAYER', 'BILL', 'SITUS', 'PRIOR', 'LAND', 'BUILDING', 'IMPROVEMENT', 'SALE', 'SCHOOL'],
  ...['COMMERCIAL', 'PERMIT'],
]

const isPrefix = ({ text, meanings }: HeaderWord) =>
  meanings.size === 0 || (text.length <= maxPrefixLetters && !telling.some((meaning) => meanings.has(meaning)))

const gluedLengths = [4, 3, 2] as const
const leastGlued = 5
const leastReadable = 0.7

/**
 * Letters that many names begin with and that are no word, so that what follows says what the columns are: the AM of
 * `AMACRE`, `AMYRBL` and `AMLVAL`. Null without any.
 */
export function findGluedPrefix(header: readonly string[], isName: (plain: string) => boolean): string | null {
  const names = header.filter((name) => !isReadable(name)).map(toPlainName)
  for (const length of gluedLengths) {
    const counts = new Map<string, number>()
    for (const name of names) {
      const beginning = name.slice(0, length)
      if (name.length > length + 2) counts.set(beginning, (counts.get(beginning) ?? 0) + 1)
    }
    for (const [prefix, count] of counts) {
      if (count < leastGlued || isWord(prefix) || !/^[a-z]+$/.test(prefix)) continue
      const rests = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(length))
      const readable = rests.filter((rest) => isName(rest) || isReadable(rest))
      if (readable.length >= leastGlued && readable.length >= rests.length * leastReadable) return prefix
    }
  }
  return null
}

const isReadable = (name: string) => readHeader(name, false).words.every(({ meanings }) => meanings.size > 0)

/** The rest of a name after a glued prefix, as another name of its column. */
export const takeGluedPrefix = (name: string, prefix: string | null): string[] =>
  prefix !== null && name.toLowerCase().startsWith(prefix) && name.length > prefix.length + 2 && !isReadable(name)
    ? [name.slice(prefix.length)]
    : []
