import type { NameTarget } from '../headers/match-names.ts'
import { endsWithZip, findStateAtEnd, findStateOfLine, isCityState, isCityStateZip } from '../values/cells.ts'
import { measureShare } from '../values/profile.ts'
import type { Candidate } from './candidate.ts'
import { hasUseWords } from './find-descriptions.ts'
import { hasOtherStates } from './other-states.ts'

const pairs: readonly (readonly [situs: NameTarget, mailing: NameTarget])[] = [
  ['situsAddress', 'mailingAddress'],
  ['situsCity', 'mailingCity'],
  ['situsState', 'mailingState'],
  ['situsZip', 'mailingZip'],
  ['situsCityState', 'mailingCityState'],
]

// Names of parties score at least this, bare ones such as City less.
const leastOfParty = 0.75
const leastOfSitus = 0.85
const clearlyMore = 0.3
const bareMailing = 0.85

/**
 * Says whose the columns are that only say Address, City, State or ZIP. They are the owner's when a State column has
 * other states, or when the property has an address of its own and the owner has none; else the property's.
 */
export function settleParties(candidates: readonly Candidate[], block: readonly Candidate[]): Candidate[] {
  const moved = [...candidates, ...block]
    .map(moveCityLines)
    .filter((one) => !isOwnersAddress(one) && !isSitusOfBlock(one, block) && !isUse(one))
  const side = findBareSide(moved)
  return moved.flatMap((candidate) => {
    const names = findBareNames(candidate, moved, block)
    if (!names) return [candidate]
    const isMailing = pairs.some(([, mailing]) => mailing === candidate.target)
    const party =
      findSideOfBlock(candidate, block) ?? findSideBefore(candidate, moved) ?? findSideLeft(candidate, moved) ?? side
    const isOwners = party === 'MAILING' && names.situs < leastOfSitus
    if (isMailing !== isOwners) return []
    return [isMailing ? { ...candidate, name: Math.max(candidate.name, bareMailing) } : candidate]
  })
}

/** A whole address with its state is no property's where many are in other states. */
const isOwnersAddress = ({ target, profile: { cells } }: Candidate) =>
  target === 'situsAddress' && hasOtherStates(cells.map(findStateAtEnd), 0.02)

/** A column called City can hold city and state, or their ZIP as well. */
function moveCityLines(candidate: Candidate): Candidate {
  const { target, profile, name } = candidate
  if (target !== 'situsCity' && target !== 'mailingCity') return candidate
  const share = measureShare(profile.cells, (cell) => isCityStateZip(cell) || isCityState(cell))
  if (share < 0.9 && measureShare(profile.cells, isCityStateZip) < 0.5) return candidate
  return {
    ...candidate,
    target: target === 'situsCity' ? 'situsCityState' : 'mailingCityState',
    name: Math.max(name, 0.7),
    fit: 0.6 + 0.4 * share,
  }
}

/** `property_t` can be a town or a type. */
const isUse = ({ target, profile }: Candidate) => target === 'situsCity' && hasUseWords(profile)

const isSitusOfBlock = ({ target, profile }: Candidate, block: readonly Candidate[]) =>
  target.startsWith('situs') && block.some((one) => one.profile === profile)

/** Columns of the owner's block are the owner's, and others of the same kind are not. */
function findSideOfBlock({ target, profile }: Candidate, block: readonly Candidate[]): 'SITUS' | 'MAILING' | null {
  if (block.some((one) => one.profile === profile)) return 'MAILING'
  const [, mailing] = pairs.find((pair) => pair.includes(target)) ?? []
  return block.some((one) => one.target === mailing) ? 'SITUS' : null
}

/** What a name says of either party, where it may be of both; null where it names one. */
function findBareNames(
  { target, profile }: Candidate,
  all: readonly Candidate[],
  block: readonly Candidate[] = [],
): { situs: number } | null {
  const pair = pairs.find((one) => one.includes(target))
  if (!pair || block.some((one) => one.target === target && one.profile === profile)) return null
  const [situs = 0, mailing = 0] = pair.map(
    (one) => all.find((other) => other.target === one && other.profile === profile)?.name ?? 0,
  )
  return situs > 0 && mailing > 0 && mailing < leastOfParty && mailing - situs < clearlyMore ? { situs } : null
}

const placesOfAddress: readonly NameTarget[] = pairs.flat()
const farthest = 3

/** City, State and ZIP after an address that names its party are of the same party. */
function findSideBefore({ target, profile }: Candidate, all: readonly Candidate[]): 'SITUS' | 'MAILING' | null {
  if (target === 'situsAddress' || target === 'mailingAddress') return null
  for (let at = profile.at - 1; at >= profile.at - farthest; at--) {
    const before = all.filter((one) => one.profile.at === at && placesOfAddress.includes(one.target) && one.fit > 0)
    if (before.length === 0) return null
    const named = before.find((one) => {
      const names = findBareNames(one, all)
      return one.name >= leastOfParty && (names === null || names.situs >= leastOfSitus)
    })
    if (named) return pairs.some(([situs]) => situs === named.target) ? 'SITUS' : 'MAILING'
  }
  return null
}

/** A bare address is the owner's, where the property has another and the owner's city is named or in its cells. */
function findSideLeft({ target, profile: { cells } }: Candidate, all: readonly Candidate[]): 'MAILING' | null {
  if (target !== 'situsAddress' && target !== 'mailingAddress') return null
  const has = (...targets: NameTarget[]) =>
    all.some((one) => targets.includes(one.target) && one.name >= leastOfParty && one.fit > 0.3)
  const isLeft = has('situsAddress', 'situs.street') && !has('mailingAddress', 'mailing.street')
  const hasCity = has('mailingCity', 'mailingCityState') || measureShare(cells, endsWithZip) > 0.8
  return isLeft && hasCity ? 'MAILING' : null
}

function findBareSide(candidates: readonly Candidate[]): 'SITUS' | 'MAILING' {
  const bare = candidates.filter((candidate) => findBareNames(candidate, candidates) !== null)
  const has = (...targets: NameTarget[]) =>
    candidates.some(
      (one) => targets.includes(one.target) && one.name >= leastOfParty && one.fit > 0.3 && !bare.includes(one),
    )
  if (has('mailingCity', 'mailingZip', 'mailingCityState')) return 'SITUS'
  const states = bare.filter(({ target, fit }) => target === 'mailingState' && fit > 0)
  if (states.some(({ profile }) => hasOtherStates(profile.cells))) return 'MAILING'
  const lines = bare.filter(({ target, fit }) => target === 'mailingCityState' && fit > 0)
  if (lines.some(({ profile }) => hasOtherStates(profile.cells.map(findStateOfLine), 0.02))) return 'MAILING'
  if (has('mailingAddress') || !has('ownerNames', 'taxpayerNames')) return 'SITUS'
  const hasBareAddress = bare.some(({ target, fit }) => target === 'mailingAddress' && fit > 0.3)
  return has('situsAddress', 'situs.street') && hasBareAddress ? 'MAILING' : 'SITUS'
}
