import { dayMs } from '@dooryard/contract/api/time'
import { getMiles } from '../places/miles.ts'
import type { HomeSale, SubjectHome } from './sales-near.queries.ts'

/** A sale beside the subject: `areaRatio` is the logarithm of the quotient of the living areas, 0 if one is unknown. */
export type SaleNear = HomeSale & { miles: number; years: number; areaRatio: number; isSameType: boolean }

export function compareToSubject(subject: SubjectHome, sale: HomeSale, today: string): SaleNear {
  const areas = [sale.livingAreaSqft, subject.livingAreaSqft] as const
  return {
    ...sale,
    miles: getMiles(subject, sale),
    years: Math.max(0, (Date.parse(today) - Date.parse(sale.soldOn)) / (365.25 * dayMs)),
    areaRatio: areas[0] && areas[1] ? Math.log(areas[0] / areas[1]) : 0,
    isSameType: sale.assetSubGroup === subject.assetSubGroup,
  }
}

/** A mile, a year, and a living area of half as much again or two thirds are about as dissimilar as each other. */
export const getDissimilarity = ({ miles, years, areaRatio, isSameType }: SaleNear): number =>
  miles + years + 2 * Math.abs(areaRatio) + (isSameType ? 0 : 0.5)
