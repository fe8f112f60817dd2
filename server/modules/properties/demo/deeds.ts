import type { DeedType } from '@dooryard/contract/api/enums'
import { dayMs } from '@dooryard/contract/api/time'
import type { SimpleFaker } from '@faker-js/faker'
import type { Mortgage, PropertyFacts } from '../rolls/ingest/property-facts.ts'
import { demo } from '../sources/demo.ts'
import { lenders, makePeople } from './names.ts'
import type { OwnerKind } from './owners.ts'
import { normal, weights } from './random.ts'

/** A party to a deed; the key is set for owners of the demo. */
export type Party = { name: string; key: bigint | null }

type Lender = (typeof lenders)[number]

/** A recorded deed of a property; lists are newest first. `day` counts from 1970. */
export type Deed = {
  day: number
  recordedOn: string
  price: number | null
  deedType: DeedType
  /** Null for the present owner. */
  buyer: Party | null
  seller: Party
  loan: ({ amount: number } & Lender) | null
  armsLength: boolean
}

const newest = Date.parse(demo.recordedOn) / dayMs

// Formatting a date is slow, and there are only a few thousand distinct days.
const isoDayCache = new Map<number, string>()
function toIsoDate(day: number): string {
  const text = isoDayCache.get(day) ?? new Date(day * dayMs).toISOString().slice(0, 10)
  isoDayCache.set(day, text)
  return text
}

const deedTypes = weights<DeedType>({
  ...{ WARRANTY: 62, SPECIAL_WARRANTY: 15, GRANT: 8, TRUSTEE: 3, FORECLOSURE: 1.2, TAX: 0.4, OTHER: 1 },
})

const cashShare: Partial<Record<OwnerKind, number>> = {
  ...{ OCCUPANT: 0.14, LLC: 0.55, FLIPPER: 0.85, FUND: 0.8, BUILDER: 0.5 },
}

export type DeedHistory = { deeds: Deed[]; isCash: boolean | null }

export function makeDeeds(
  random: SimpleFaker,
  owner: OwnerKind,
  value: number,
  flipper: Party | undefined,
): DeedHistory {
  const { datatype, helpers, number } = random
  if (datatype.boolean(0.03)) return { deeds: [], isCash: null }
  const day = newest - ageInDays(random, owner)
  const isGift = datatype.boolean(owner === 'OCCUPANT' ? 0.11 : 0.06)
  const price = isGift ? null : estimatePrice(random, value, day)
  const isCash = isGift ? null : datatype.boolean(cashShare[owner] ?? 0.26)
  const isFlip = !isGift && flipper !== undefined && datatype.boolean(0.035)
  const giftType = datatype.boolean(0.8) ? 'QUITCLAIM' : 'TRUSTEE'
  const last: Deed = {
    day,
    recordedOn: toIsoDate(day),
    price,
    deedType: isGift ? giftType : helpers.weightedArrayElement(deedTypes),
    buyer: null,
    seller: isFlip ? flipper : makeParty(random),
    loan: price !== null && !isCash ? makeLoan(random, price) : null,
    armsLength: !isGift,
  }
  if (!isFlip && !datatype.boolean(0.46)) return { deeds: [last], isCash }
  const before = day - number.int(isFlip ? { min: 60, max: 500 } : { min: 600, max: 7000 })
  const paid =
    isFlip && price ? roundTo(100, price * (0.6 + number.float() * 0.2)) : estimatePrice(random, value, before)
  const previous: Deed = {
    day: before,
    recordedOn: toIsoDate(before),
    price: paid,
    deedType: helpers.weightedArrayElement(deedTypes),
    buyer: last.seller,
    seller: makeParty(random),
    loan: datatype.boolean(isFlip ? 0.2 : 0.7) ? makeLoan(random, paid) : null,
    armsLength: true,
  }
  return { deeds: [last, previous], isCash }
}

const roundTo = (step: number, amount: number) => Math.round(amount / step) * step

const makeParty = (random: SimpleFaker): Party => ({ name: makePeople(random)[0], key: null })

function ageInDays({ number }: SimpleFaker, owner: OwnerKind): number {
  const meanYears = owner === 'FLIPPER' || owner === 'BUILDER' ? 0.8 : owner === 'FUND' ? 4 : 9.5
  return Math.round(Math.min(-Math.log(1 - number.float()) * meanYears * 365, 60 * 365))
}

// Prices have grown about 4.5 percent a year.
function estimatePrice(random: SimpleFaker, value: number, day: number): number {
  const years = (newest - day) / 365
  return Math.max(5_000, roundTo(500, value * Math.exp(normal(random, 0, 0.09)) * 0.957 ** years))
}

const makeLoan = ({ helpers, number }: SimpleFaker, price: number) => ({
  amount: roundTo(100, price * (0.6 + number.float() * 0.37)),
  ...helpers.arrayElement(lenders),
})

const loanTypes = weights<Mortgage['loanType']>({
  ...{ CONVENTIONAL: 68, FHA: 14, VA: 8, USDA: 1, PRIVATE: 2, SELLER_CARRYBACK: 1, UNKNOWN: 4 },
})
const companyLoanTypes = weights<Mortgage['loanType']>({
  ...{ COMMERCIAL: 60, HARD_MONEY: 16, CONSTRUCTION: 6, CONVENTIONAL: 18 },
})
const companies: readonly OwnerKind[] = ['LLC', 'FLIPPER', 'FUND', 'BUILDER']

/** Null for the share of properties whose mortgages are unknown. */
export function makeMortgages(
  random: SimpleFaker,
  owner: OwnerKind,
  value: number,
  [last]: readonly Deed[],
): Mortgage[] | null {
  const { datatype, helpers } = random
  if (datatype.boolean(0.05)) return null
  const open: Omit<Mortgage, 'position'>[] = []
  if (last?.loan && !datatype.boolean(Math.min(0.95, (newest - last.day) / 365 / 30)))
    open.push({
      ...last.loan,
      originatedOn: last.recordedOn,
      loanType: helpers.weightedArrayElement(companies.includes(owner) ? companyLoanTypes : loanTypes),
      rateType: helpers.arrayElement(['FIXED', 'FIXED', 'FIXED', 'ADJUSTABLE', 'UNKNOWN']),
    })
  if (owner === 'OCCUPANT' && datatype.boolean(0.11)) open.push(makeEquityLine(random, value))
  if (owner === 'OCCUPANT' && open.length > 0 && datatype.boolean(0.02)) open.push(makeEquityLine(random, value))
  return open.map((loan, at) => ({ position: at + 1, ...loan }))
}

function makeEquityLine({ helpers, number }: SimpleFaker, value: number): Omit<Mortgage, 'position'> {
  const amount = roundTo(1000, value * (0.05 + number.float() * 0.2))
  const originatedOn = toIsoDate(newest - number.int({ min: 30, max: 4000 }))
  return { ...helpers.arrayElement(lenders), loanType: 'HELOC', amount, originatedOn, rateType: 'ADJUSTABLE' }
}

export const toSaleFields = ({ deeds: [last, previous], isCash }: DeedHistory) =>
  ({
    lastSaleDate: last?.recordedOn ?? null,
    lastSalePrice: last?.price ?? null,
    lastSaleDeedType: last?.deedType ?? null,
    cashPurchase: isCash,
    armsLength: last?.armsLength ?? null,
    previousSaleDate: previous?.recordedOn ?? null,
    previousSalePrice: previous?.price ?? null,
    saleRecordedOn: last?.recordedOn ?? null,
  }) satisfies Partial<PropertyFacts>
