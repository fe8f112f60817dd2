import { toPlainName } from '../headers/header-words.ts'
import { fitValues } from '../values/fit-values.ts'
import type { ColumnProfile } from '../values/profile.ts'
import { type Candidate, rank } from './candidate.ts'

/** Days and prices of sales that their neighbours and numbers tell, whatever their names say. */
export const findSales = (
  profiles: readonly ColumnProfile[],
  named: readonly Candidate[],
  today: string,
): Candidate[] => [
  ...findSaleDates(profiles, named, today),
  ...findSaleSlots(profiles, named, today),
  ...findSecondSlots(profiles, named, today),
]

/** The day beside a price of the same sale: `T1Date` and `T1SaleAmount`. */
function findSaleDates(profiles: readonly ColumnProfile[], named: readonly Candidate[], today: string): Candidate[] {
  const pairs = [
    ['lastSalePrice', 'lastSaleDate'],
    ['previousSalePrice', 'previousSaleDate'],
  ] as const
  return pairs.flatMap(([priced, target]): Candidate[] => {
    if (named.some((one) => one.target === target && one.name * one.fit > 0.6)) return []
    const [price] = named
      .filter((one) => one.target === priced && one.name * one.fit > 0.6)
      .sort((a, b) => rank(b) - rank(a))
    const found = profiles.find((profile) => {
      const beginning = /^(.{2,})(?:date|dt)$/.exec(toPlainName(profile.column))?.[1]
      return price && beginning && toPlainName(price.profile.column).startsWith(beginning)
    })
    const fit = found ? fitValues(target, found, today) : 0
    return found && fit > 0.8 ? [{ target, profile: found, name: 0.8, fit, rival: null }] : []
  })
}

const slots = [
  ['1', 'lastSaleDate', 'lastSalePrice'],
  ['2', 'previousSaleDate', 'previousSalePrice'],
] as const

/** Numbered days with amounts under letters that say nothing else, as sales have them: `S_1DATE` and `S_1AMOUNT`. */
function findSaleSlots(profiles: readonly ColumnProfile[], named: readonly Candidate[], today: string): Candidate[] {
  if (named.some(({ target, name, fit }) => target === 'lastSaleDate' && name * fit > 0.6)) return []
  return slots.flatMap(([number, dated, priced]): Candidate[] => {
    const day = profiles.find(({ column }) => new RegExp(`^[a-z]{1,2}_?${number}_?(?:date|dt)$`, 'i').test(column))
    const beginning = day?.column.replace(/(?:date|dt)$/i, '')
    const price = profiles.find(
      ({ column }) =>
        column !== day?.column && beginning && /^(?:amount|amt|price)$/i.test(column.replace(beginning, '')),
    )
    if (!day || !price) return []
    const found = [
      { target: dated, profile: day, fit: fitValues(dated, day, today) },
      { target: priced, profile: price, fit: fitValues(priced, price, today) },
    ]
    return found.every(({ fit }) => fit > 0.8) ? found.map((one) => ({ ...one, name: 0.7, rival: null })) : []
  })
}

const previous = [
  ['lastSaleDate', 'previousSaleDate'],
  ['lastSalePrice', 'previousSalePrice'],
] as const

/** Of two sales whose names are the same when cut to ten letters, the second ends in a number: `SALE_PRI_1`. */
function findSecondSlots(profiles: readonly ColumnProfile[], named: readonly Candidate[], today: string): Candidate[] {
  return previous.flatMap(([last, target]): Candidate[] => {
    const [first] = named
      .filter((one) => one.target === last && one.name * one.fit > 0.6)
      .sort((a, b) => rank(b) - rank(a))
    const second = profiles.find(({ column, cells }) => {
      const stem = /^(.{6,8})_1$/.exec(column)?.[1]
      return stem && first?.profile.column.startsWith(stem) && cells.join() !== first.profile.cells.join()
    })
    const fit = second ? fitValues(target, second, today) : 0
    return second && fit > 0.8 ? [{ target, profile: second, name: 0.7, fit, rival: null }] : []
  })
}
