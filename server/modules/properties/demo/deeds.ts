import { dayMs } from '@dooryard/contract/time'
import type { DeedType } from '@dooryard/contract/vocabularies'
import type { Mortgage, PropertyFacts } from '../intake/property-facts.ts'
import { demo } from '../sources/demo.ts'
import { lenders, people } from './names.ts'
import type { OwnerKind } from './owners.ts'
import { type Random, weighted } from './random.ts'

/** Somebody in a deed; a key where it is an owner of the demo. */
export type Party = { name: string; key: bigint | null }

/** One recorded deed of a property, newest first in a list of them. */
export type Deed = {
  day: number
  recordedOn: string
  price: number | null
  deedType: DeedType
  /** Null for the present owner. */
  buyer: Party | null
  seller: Party
  loan: { amount: number; lender: string } | null
  armsLength: boolean
}

// Days count from 1970, as whole numbers.
const newest = Date.parse(demo.recordedOn) / dayMs
const daysBefore = (day: number, days: number) => day - Math.round(days)

// Writing a date out is slow, and there are a few thousand days in a lifetime.
const written = new Map<number, string>()
function iso(day: number): string {
  const known = written.get(day)
  if (known) return known
  const text = new Date(day * dayMs).toISOString().slice(0, 10)
  written.set(day, text)
  return text
}

const deedTypes = weighted<DeedType>([
  ['WARRANTY', 62],
  ['SPECIAL_WARRANTY', 15],
  ['GRANT', 8],
  ['TRUSTEE', 3],
  ['FORECLOSURE', 1.2],
  ['TAX', 0.4],
  ['OTHER', 1],
])

const cashShare: Partial<Record<OwnerKind, number>> = {
  OCCUPANT: 0.14,
  LLC: 0.55,
  FLIPPER: 0.85,
  FUND: 0.8,
  BUILDER: 0.5,
}

export type Dealings = { deeds: Deed[]; isCash: boolean | null }

/** Makes up how a property came to its owner, and how its seller had come to it. */
export function makeDeeds(random: Random, owner: OwnerKind, value: number, flipper: Party | undefined): Dealings {
  if (random.chance(0.03)) return { deeds: [], isCash: null }
  const soldOn = daysBefore(newest, ageInDays(random, owner))
  const isGift = random.chance(owner === 'OCCUPANT' ? 0.11 : 0.06)
  const price = isGift ? null : priceAt(random, value, soldOn)
  const isCash = isGift ? null : random.chance(cashShare[owner] ?? 0.26)
  const isFlip = !isGift && flipper !== undefined && random.chance(0.035)
  const seller = isFlip ? flipper : somebody(random)
  const loan = price !== null && !isCash ? loanFor(random, price) : null
  const deedType = isGift ? (random.chance(0.8) ? 'QUITCLAIM' : 'TRUSTEE') : deedTypes(random)
  const last: Deed = {
    day: soldOn,
    recordedOn: iso(soldOn),
    price,
    deedType,
    buyer: null,
    seller,
    loan,
    armsLength: !isGift,
  }
  if (!isFlip && !random.chance(0.46)) return { deeds: [last], isCash }
  const boughtOn = daysBefore(soldOn, isFlip ? random.int(60, 500) : random.int(600, 7000))
  const bought =
    isFlip && price ? Math.round((price * (0.6 + random.next() * 0.2)) / 100) * 100 : priceAt(random, value, boughtOn)
  const previous: Deed = {
    day: boughtOn,
    recordedOn: iso(boughtOn),
    price: bought,
    deedType: deedTypes(random),
    buyer: seller,
    seller: somebody(random),
    loan: random.chance(isFlip ? 0.2 : 0.7) ? loanFor(random, bought) : null,
    armsLength: true,
  }
  return { deeds: [last, previous], isCash }
}

const somebody = (random: Random): Party => ({ name: people(random)[0] ?? '', key: null })

function ageInDays(random: Random, owner: OwnerKind): number {
  const meanYears = owner === 'FLIPPER' || owner === 'BUILDER' ? 0.8 : owner === 'FUND' ? 4 : 9.5
  return Math.min(-Math.log(1 - random.next()) * meanYears * 365, 60 * 365)
}

// Prices have grown some 4.5 percent a year.
function priceAt(random: Random, value: number, day: number): number {
  const years = (newest - day) / 365
  return Math.max(5_000, Math.round((value * Math.exp(random.normal(0, 0.09)) * 0.957 ** years) / 500) * 500)
}

const loanFor = (random: Random, price: number) => ({
  amount: Math.round((price * (0.6 + random.next() * 0.37)) / 100) * 100,
  lender: random.pick(lenders)[0],
})

const loanTypes = weighted<Mortgage['loanType']>([
  ['CONVENTIONAL', 68],
  ['FHA', 14],
  ['VA', 8],
  ['USDA', 1],
  ['PRIVATE', 2],
  ['SELLER_CARRYBACK', 1],
  ['UNKNOWN', 4],
])
const companyLoanTypes = weighted<Mortgage['loanType']>([
  ['COMMERCIAL', 60],
  ['HARD_MONEY', 16],
  ['CONSTRUCTION', 6],
  ['CONVENTIONAL', 18],
])
const companies: readonly OwnerKind[] = ['LLC', 'FLIPPER', 'FUND', 'BUILDER']

/** The loans still open; null for the counties' share of properties whose mortgages nobody has looked up. */
export function makeMortgages(
  random: Random,
  owner: OwnerKind,
  value: number,
  deeds: readonly Deed[],
): Mortgage[] | null {
  if (random.chance(0.05)) return null
  const [last] = deeds
  const open: Mortgage[] = []
  if (last?.loan && !isPaidOff(random, last.day))
    open.push({ ...termsOf(random, owner, last.loan.lender), amount: last.loan.amount, originatedOn: last.recordedOn })
  if (owner === 'OCCUPANT' && random.chance(0.11)) open.push(equityLine(random, value))
  if (owner === 'OCCUPANT' && open.length > 0 && random.chance(0.02)) open.push(equityLine(random, value))
  return open.map((loan, index) => ({ ...loan, position: index + 1 }))
}

const isPaidOff = (random: Random, since: number) => random.chance(Math.min(0.95, (newest - since) / 365 / 30))

function termsOf(random: Random, owner: OwnerKind, lender: string): Omit<Mortgage, 'amount' | 'originatedOn'> {
  const lenderType = lenders.find(([name]) => name === lender)?.[1] ?? 'UNKNOWN'
  const loanType = companies.includes(owner) ? companyLoanTypes(random) : loanTypes(random)
  return {
    position: 1,
    loanType,
    lender,
    lenderType,
    rateType: random.pick(['FIXED', 'FIXED', 'FIXED', 'ADJUSTABLE', 'UNKNOWN']),
  }
}

function equityLine(random: Random, value: number): Mortgage {
  const [lender, lenderType] = random.pick(lenders)
  const amount = Math.round((value * (0.05 + random.next() * 0.2)) / 1000) * 1000
  const originatedOn = iso(daysBefore(newest, random.int(30, 4000)))
  return { position: 2, loanType: 'HELOC', lender, lenderType, amount, originatedOn, rateType: 'ADJUSTABLE' }
}

type SaleColumn =
  | 'lastSaleDate'
  | 'lastSalePrice'
  | 'lastSaleDeedType'
  | 'cashPurchase'
  | 'armsLength'
  | 'previousSaleDate'
  | 'previousSalePrice'
  | 'saleRecordedOn'

/** The sale columns of a property, from its deeds. */
export function saleOf({ deeds: [last, previous], isCash }: Dealings): Pick<PropertyFacts, SaleColumn> {
  return {
    lastSaleDate: last?.recordedOn ?? null,
    lastSalePrice: last?.price ?? null,
    lastSaleDeedType: last?.deedType ?? null,
    cashPurchase: isCash,
    armsLength: last?.armsLength ?? null,
    previousSaleDate: previous?.recordedOn ?? null,
    previousSalePrice: previous?.price ?? null,
    saleRecordedOn: last?.recordedOn ?? null,
  }
}
