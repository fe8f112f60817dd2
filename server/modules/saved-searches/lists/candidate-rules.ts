import { type Candidate, maxCandidates } from '@dooryard/contract/data/property-lists'
import { type AddressEntry, type CandidateKeys, normalizeMailbox } from '../../properties/index.ts'

/** What candidates of an address are looked up by: its ZIP, and its house number or the first word of its street. */
export function getCandidateKeys({ zip, value }: AddressEntry): CandidateKeys {
  const [number = '', ...words] = value.split(' ')
  return { zip, number, street: words.find(isStreetWord) ?? '' }
}

const isStreetWord = (word: string) => /^[A-Z]{3}/.test(word)

/** Houses of the same street that are farther apart are no typing error. */
const maxNumbersApart = 20
const minSimilarity = 0.3

type Prepared = { candidate: Candidate; number: string; street: readonly string[] }

/**
 * Ranks the properties that an address may have meant, the nearest first: a similar street with the same house number,
 * then the same street with a number nearby. A line of text has city and state behind the street, which count little.
 */
export function createRanking(candidates: readonly Candidate[]): (entry: AddressEntry) => Candidate[] {
  const byKey = new Map<string, Prepared[]>()
  for (const candidate of candidates) {
    const [number = '', ...street] = normalizeMailbox(`${candidate.address ?? ''} ${candidate.unit ?? ''}`).split(' ')
    const zip = candidate.zip?.slice(0, 5)
    for (const word of new Set([number, ...street.filter(isStreetWord)])) {
      const key = `${zip} ${word}`
      const there = byKey.get(key) ?? []
      if (there.length === 0) byKey.set(key, there)
      there.push({ candidate, number, street })
    }
  }
  return (entry) => {
    const { zip, number, street } = getCandidateKeys(entry)
    const near = [number, street].flatMap((word) => byKey.get(`${zip} ${word}`) ?? [])
    const scores = new Map(near.map((one) => [one.candidate, scoreCandidate(entry, one)]))
    return [...scores]
      .filter(([, score]) => score > 0)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, maxCandidates)
      .map(([candidate]) => candidate)
  }
}

function scoreCandidate(entry: AddressEntry, { number: otherNumber, street }: Prepared): number {
  const [number = '', ...given] = entry.value.split(' ')
  const apart = Math.abs(Number.parseInt(number, 10) - Number.parseInt(otherNumber, 10))
  // Before the texts are compared, which takes far longer.
  const isNear = number === otherNumber || apart <= maxNumbersApart
  if (!isNear) return 0
  const length = entry.kind === 'LINE' ? street.length : given.length
  const similarity = compareTexts(given.slice(0, Math.max(length, 1)).join(' '), street.join(' '))
  if (similarity < minSimilarity) return 0
  if (number === otherNumber) return 1 + similarity
  const isSameStreet = similarity > 0.8
  return isSameStreet ? similarity - apart / 100 : 0
}

/** The share of pairs of letters that two texts have in common, from 0 to 1 (Sørensen–Dice). */
function compareTexts(one: string, other: string): number {
  if (one === other) return 1
  const [pairs, others] = [listPairs(one), listPairs(other)]
  const total = pairs.length + others.length
  let common = 0
  for (const pair of pairs) {
    const at = others.indexOf(pair)
    if (at < 0) continue
    others.splice(at, 1)
    common += 1
  }
  return total === 0 ? 0 : (2 * common) / total
}

const listPairs = (text: string) =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2))
