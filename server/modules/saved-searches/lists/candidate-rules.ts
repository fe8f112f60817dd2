import { type Candidate, maxCandidates } from '@dooryard/contract/data/property-lists'
import { type AddressEntry, normalizeMailbox } from '../../properties/index.ts'

/** What candidates of an address are looked up by: its ZIP, and its house number or the first word of its street. */
export function getCandidateKeys({ zip, value }: AddressEntry) {
  const [number = '', ...words] = value.split(' ')
  const street = words.find((word) => /^[A-Z]{3}/.test(word)) ?? ''
  return { zip, number, street }
}

/** Houses of the same street that are farther apart are no typing error. */
const maxNumbersApart = 20
const minSimilarity = 0.3

/**
 * The properties that an address may have meant, the nearest first: a similar street with the same house number, then
 * the same street with a number nearby. A line of text has city and state behind the street, which count little.
 */
export function rankCandidates(entry: AddressEntry, candidates: readonly Candidate[]): Candidate[] {
  const scored = candidates.flatMap((candidate) => {
    const score = scoreCandidate(entry, candidate)
    return score > 0 ? [{ candidate, score }] : []
  })
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxCandidates)
    .map(({ candidate }) => candidate)
}

function scoreCandidate(entry: AddressEntry, { address, unit, zip }: Candidate): number {
  if (zip?.slice(0, 5) !== entry.zip) return 0
  const [number = '', ...given] = entry.value.split(' ')
  const [otherNumber = '', ...there] = normalizeMailbox(`${address ?? ''} ${unit ?? ''}`).split(' ')
  const length = entry.kind === 'LINE' ? there.length : given.length
  const similarity = compareTexts(given.slice(0, Math.max(length, 1)).join(' '), there.join(' '))
  if (similarity < minSimilarity) return 0
  if (number === otherNumber) return 1 + similarity
  const apart = Math.abs(Number.parseInt(number, 10) - Number.parseInt(otherNumber, 10))
  const isSameStreet = similarity > 0.8
  return isSameStreet && apart <= maxNumbersApart ? similarity - apart / 100 : 0
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
