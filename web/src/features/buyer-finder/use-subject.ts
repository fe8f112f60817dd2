import { useQuery } from '@tanstack/react-query'
import { streetLine, townLine } from '../../lib/address.ts'
import { isMissing } from '../../lib/errors.ts'
import { subjectProperty } from './buyer-finder.data.ts'
import { type BuyerFinderState, type Position, positionIn } from './buyer-search.ts'
import { positionInWords } from './subject-rules.ts'

export type ShownSubject = {
  /** What it is called; undefined as long as there is none, or it is not known. */
  name: string | undefined
  center: Position | undefined
  /** Why nobody can be looked for around it. */
  problem: 'missing' | 'no position' | undefined
}

/** The subject that the address names. Of one that it names as a property alone, the server says what and where it is. */
export function useSubject(state: BuyerFinderState): ShownSubject {
  const given = positionIn(state)
  const { property, label } = state
  const { data, error } = useQuery({
    ...subjectProperty(property ?? ''),
    enabled: property !== undefined && (given === undefined || label === undefined),
  })
  const known = data && data.propertyId === property ? data : undefined
  const address = known && [streetLine(known), townLine(known)].filter(Boolean).join(', ')
  if (given) return { name: label ?? address ?? positionInWords(given), center: given, problem: undefined }
  if (!property) return { name: undefined, center: undefined, problem: undefined }
  const name = label ?? address ?? 'A property'
  if (!known) return { name, center: undefined, problem: error && isMissing(error) ? 'missing' : undefined }
  const { lat, lng } = known
  if (lat === null || lng === null) return { name, center: undefined, problem: 'no position' }
  return { name, center: { lat, lng }, problem: undefined }
}
