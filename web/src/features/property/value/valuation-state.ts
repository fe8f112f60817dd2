import {
  maxAddedComparables,
  maxAreaPercent,
  maxExcludedComparables,
  type ValuationQuery,
} from '@dooryard/contract/properties/valuation'
import { z } from 'zod'
import { optionalParam } from '../../../lib/navigation/search-params.ts'

const propertyIds = (max: number) => optionalParam(z.array(z.string().regex(/^\d{1,20}$/)).max(max))
const dollars = optionalParam(z.int().min(0).max(1_000_000_000))

/** How comparables are chosen and what is calculated, as in the address: who opens the link sees the same. */
export const ValuationState = z.object({
  miles: optionalParam(z.number().min(0.1).max(25)),
  months: optionalParam(z.int().min(1).max(120)),
  area: optionalParam(z.int().min(5).max(maxAreaPercent)),
  sameType: optionalParam(z.boolean()),
  excluded: propertyIds(maxExcludedComparables),
  added: propertyIds(maxAddedComparables),
  /** The after-repair value where it is not the estimate. */
  value: dollars,
  percent: optionalParam(z.number().min(1).max(100)),
  repairs: dollars,
  fee: dollars,
})
export type ValuationState = z.infer<typeof ValuationState>
export type OnValuationState = (change: Partial<ValuationState>) => void

export const toValuationQuery = ({
  miles,
  months,
  area,
  sameType,
  excluded,
  added,
}: ValuationState): ValuationQuery => ({
  ...(miles !== undefined && { miles }),
  ...(months !== undefined && { months }),
  ...(area !== undefined && { areaPercent: area }),
  ...(sameType !== undefined && { isSameType: sameType }),
  ...(excluded?.length && { excluded }),
  ...(added?.length && { added }),
})

/** The choices of comparables, as they are before any is made. */
export const automaticChoice = {
  ...{ miles: undefined, months: undefined, area: undefined, sameType: undefined },
  ...{ excluded: undefined, added: undefined },
} satisfies Partial<ValuationState>

export const isAutomatic = (state: ValuationState) => Object.keys(toValuationQuery(state)).length === 0

const toggle = (ids: readonly string[] = [], id: string, isIn: boolean) => {
  const rest = ids.filter((one) => one !== id)
  const all = isIn ? [...rest, id] : rest
  return all.length > 0 ? all : undefined
}

/** An excluded property is not added, and an added one not excluded. */
export const excludeProperty = ({ excluded, added }: ValuationState, id: string) => ({
  excluded: toggle(excluded, id, true),
  added: toggle(added, id, false),
})

export const addProperty = ({ excluded, added }: ValuationState, id: string) => ({
  excluded: toggle(excluded, id, false),
  added: toggle(added, id, true),
})

/** Leaves an excluded property to the automatic choice again. */
export const includeProperty = ({ excluded }: ValuationState, id: string) => ({ excluded: toggle(excluded, id, false) })
