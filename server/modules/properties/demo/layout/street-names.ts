import { streetWords } from '../names/coined-words.ts'
import { hashNumbers } from './geometry.ts'

export type StreetForm = 'ROW' | 'CROSS' | 'LANE' | 'LOOP' | 'DEAD_END' | 'BORDER' | 'ARTERIAL'

const suffixes: Record<StreetForm, readonly string[]> = {
  ROW: ['ST'],
  CROSS: ['AVE'],
  LANE: ['DR', 'LN', 'DR', 'WAY', 'TRL'],
  LOOP: ['CIR', 'LOOP', 'CIR', 'TER'],
  DEAD_END: ['CT', 'PL', 'CT', 'CV'],
  BORDER: ['RD', 'AVE', 'DR', 'RD'],
  ARTERIAL: ['BLVD', 'PKWY', 'RD', 'BLVD'],
}

const features = ['HILL', 'CREEK', 'POND', 'ORCHARD', 'MEADOW', 'GROVE', 'SPRINGS', 'FARM']

export type StreetNames = { get: (key: string, form: StreetForm) => string }

/** Names the streets of a county by a key, each word once before any comes again with another ending. */
export function createStreetNames(seed: number): StreetNames {
  const known = new Map<string, string>()
  const start = seed % streetWords.length
  // Without a common divisor, all words come before the first one again.
  const step = 571
  const get = (key: string, form: StreetForm): string => {
    const named = known.get(key)
    if (named) return named
    const count = known.size
    const word = streetWords[(start + count * step) % streetWords.length] ?? ''
    const round = Math.floor(count / streetWords.length)
    const chance = hashNumbers(seed, count)
    const feature = round > 0 || chance % 6 === 0 ? ` ${features[(chance + round) % features.length]}` : ''
    const name = `${word}${feature} ${suffixes[form][chance % suffixes[form].length]}`
    known.set(key, name)
    return name
  }
  return { get }
}
