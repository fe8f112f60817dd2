import { dayMs } from '@dooryard/contract/api/time'
import type { SimpleFaker } from '@faker-js/faker'
import { demoCountyFile } from '../../sources/demo.ts'
import { lenders, makePeople } from '../names.ts'
import { normal, weights } from '../random.ts'
import { noLoans } from './build-parcel.ts'
import type { CountyChanges } from './county-changes.ts'
import type { MailingColumn, Parcel } from './parcels.queries.ts'

type Buyer = Pick<Parcel, 'owner_1' | 'owner_2' | MailingColumn> & { kind: BuyerKind }
type BuyerKind = 'OCCUPANT' | 'INVESTOR' | 'COMPANY'

const buyerKinds = weights<BuyerKind>({ OCCUPANT: 64, INVESTOR: 13, COMPANY: 23 })
const landBuyerKinds = weights<BuyerKind>({ INVESTOR: 35, COMPANY: 65 })
const deedTypes = weights({ WARRANTY: 72, SPECIAL_WARRANTY: 19, TRUSTEE: 4, GRANT: 5 })
const loanShare: Record<BuyerKind, number> = { OCCUPANT: 0.84, INVESTOR: 0.55, COMPANY: 0.38 }
const loanTypes = weights({ CONVENTIONAL: 72, FHA: 17, VA: 11 })
const companyLoanTypes = weights({ HARD_MONEY: 45, COMMERCIAL: 55 })

/** The parcel with its new owner, and the deed; undefined where its last sale is later than the day. */
export function sellParcel(changes: CountyChanges, parcel: Parcel): Parcel | undefined {
  const { random } = changes
  const soldOn = pickDay(changes, parcel)
  const value = parcel.estimated_value ?? parcel.market_value
  if (value === null || (parcel.last_sale_date ?? '') >= soldOn) return undefined
  const buyer = makeBuyer(changes, parcel)
  // Companies look for sellers in a hurry.
  const offered = buyer.kind === 'COMPANY' ? normal(random, 0.84, 0.07) : normal(random, 1.01, 0.06)
  const price = Math.max(5_000, Math.round((value * offered) / 500) * 500)
  const loan = random.datatype.boolean(loanShare[buyer.kind]) ? makeLoan(random, buyer.kind, price, soldOn) : noLoans
  const document = `${random.number.int({ min: 1000, max: 9899 })}/${random.number.int({ min: 1, max: 980 })}`
  const deed = random.helpers.weightedArrayElement(deedTypes)
  const { kind, ...owner } = buyer
  return {
    ...{ ...parcel, ...owner, ...loan },
    homestead: kind === 'OCCUPANT' && random.datatype.boolean(0.7),
    ...{ sale_date: soldOn, sale_price: price, deed_type: deed, arms_length: true, document },
    ...{ cash_purchase: loan.loan_1_amount === null, loan_amount: loan.loan_1_amount, lender: loan.loan_1_lender },
    ...{ buyer: owner.owner_1, buyer_2: owner.owner_2, seller: parcel.owner_1 },
    ...{ last_sale_date: soldOn, last_sale_price: price, last_sale_deed_type: deed, last_sale_document: document },
    ...{ last_sale_cash: loan.loan_1_amount === null, last_sale_arms_length: true },
    ...{ previous_sale_date: parcel.last_sale_date, previous_sale_price: parcel.last_sale_price },
    // Taxes and loans are paid at the closing.
    signals: parcel.signals.includes('CODE_VIOLATION') ? 'CODE_VIOLATION' : '',
    vacant: parcel.vacant === true && kind === 'COMPANY',
  }
}

/** A working day since the last file and in no year before the house was built, recorded some days before this file. */
function pickDay({ random, since, until }: CountyChanges, { year_built }: Parcel): string {
  const start = Math.max(Date.parse(since), Date.UTC(year_built ?? 0, 0))
  const [first, last] = [start / dayMs + 1, Date.parse(until) / dayMs - 5]
  const day = random.number.int({ min: first, max: Math.max(first, last) })
  const weekday = new Date(day * dayMs).getUTCDay()
  const moved = weekday === 0 ? 1 : weekday === 6 ? -1 : 0
  return new Date((day + moved) * dayMs).toISOString().slice(0, 10)
}

function makeBuyer({ random, companies }: CountyChanges, parcel: Parcel): Buyer {
  const isLand = parcel.year_built === null && parcel.living_area_sqft === null
  const kind = random.helpers.weightedArrayElement(isLand ? landBuyerKinds : buyerKinds)
  const others = companies.filter(({ owner_1 }) => owner_1 !== parcel.owner_1)
  if (kind === 'COMPANY' && others.length > 0) return { kind, owner_2: '', ...random.helpers.arrayElement(others) }
  const [owner_1, owner_2 = ''] = makePeople(random)
  const { address, unit, city, zip } = parcel
  const isAtHome = kind === 'OCCUPANT'
  const home = unit === '' ? address : `${address} UNIT ${unit}`
  return {
    ...{ kind: isAtHome ? kind : 'INVESTOR', owner_1, owner_2 },
    mailing_address: isAtHome ? home : `PO BOX ${random.number.int({ min: 100, max: 9900 })}`,
    ...{ mailing_city: city, mailing_state: demoCountyFile.state, mailing_zip: zip, mailing_country: '' },
  }
}

function makeLoan({ helpers, number }: SimpleFaker, kind: BuyerKind, price: number, day: string) {
  const { lender, lenderType } = helpers.arrayElement(lenders)
  return {
    ...noLoans,
    loan_1_amount: Math.round((price * (0.62 + number.float() * 0.34)) / 100) * 100,
    loan_1_type: helpers.weightedArrayElement(kind === 'COMPANY' ? companyLoanTypes : loanTypes),
    ...{ loan_1_lender: lender, loan_1_lender_type: lenderType, loan_1_date: day },
    loan_1_rate_type: kind === 'COMPANY' ? 'ADJUSTABLE' : 'FIXED',
    open_loans: 1,
  }
}
