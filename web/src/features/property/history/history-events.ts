import { deedTypes } from '@dooryard/contract/api/enums'
import type { Property } from '@dooryard/contract/properties/properties'
import { formatDeedDay, joinParts } from '../../../criteria/deeds/deed-labels.ts'
import { formatMortgage, formatTax, listSources } from '../../../entities/property/property-facts.ts'
import { formatSale } from '../../../entities/property/sale-labels.ts'
import { formatDollars } from '../../../lib/format/format.ts'

export type HistoryEvent = {
  kind: 'SALE' | 'LOAN' | 'VALUE'
  /** The day it is sorted and drawn at; of a year, its first. */
  day: string
  /** The day as it is known: a day, a month or a year. */
  when: string
  title: string
  /** In dollars. */
  amount: number | null
  /** Seller and buyer, masked where the owner is. */
  parties?: string | undefined
  details?: string | undefined
  /** A price that was paid for several parcels. */
  isMultiParcel?: boolean
  source: string
}

/** A sale without a deed: what the county dataset says of the last sale and the one before. */
function listUndeededSales(property: Property): HistoryEvent[] {
  const { lastSaleDate, lastSalePrice, isLastSaleMonthOnly, previousSaleDate, previousSalePrice } = property
  const source = listSources(property, ['SALE']).join('; ')
  const toSale = (day: string | null, amount: number | null, isMonthOnly: boolean): HistoryEvent[] =>
    day === null ? [] : [{ kind: 'SALE', day, when: formatDeedDay(day, isMonthOnly), title: 'Sale', amount, source }]
  return [
    ...toSale(lastSaleDate, lastSalePrice, isLastSaleMonthOnly),
    ...toSale(previousSaleDate, previousSalePrice, false),
  ]
}

const listDeeds = ({ transfers, isOwnerMasked }: Property): HistoryEvent[] =>
  transfers.map((transfer) => {
    const { parties, details, source } = formatSale(transfer, isOwnerMasked)
    const { recordedOn, isMonthOnly, price, deedType, isMultiParcel } = transfer
    return {
      kind: 'SALE',
      day: recordedOn,
      when: formatDeedDay(recordedOn, isMonthOnly),
      title: deedType === 'QUITCLAIM' ? deedTypes.label(deedType) : 'Sale',
      ...{ amount: price, parties, details, isMultiParcel, source: source ?? '' },
    }
  })

const listLoans = (property: Property): HistoryEvent[] =>
  (property.mortgages ?? []).flatMap((loan) =>
    loan.originatedOn === null
      ? []
      : {
          kind: 'LOAN',
          day: loan.originatedOn,
          when: formatDeedDay(loan.originatedOn, false),
          title: `Open mortgage ${loan.position}`,
          amount: loan.amount,
          details: formatMortgage(loan),
          source: listSources(property, ['MORTGAGE']).join('; '),
        },
  )

function listCountyValues(property: Property): HistoryEvent[] {
  const { valueYear, marketValue, assessedValue, taxAmount } = property
  const amount = marketValue ?? assessedValue
  if (valueYear === null || amount === null) return []
  return [
    {
      kind: 'VALUE',
      day: `${valueYear}-01-01`,
      when: String(valueYear),
      title: marketValue === null ? 'Assessed value' : 'Market value set by the county',
      amount,
      details: joinParts([
        marketValue !== null && assessedValue !== null && `assessed at ${formatDollars(assessedValue)}`,
        taxAmount !== null && `property tax ${formatTax(property)}`,
      ]),
      source: listSources(property, ['VALUE']).join('; '),
    },
  ]
}

/** What is recorded of a property, newest first: its sales, its open loans and the county's value. */
export const buildHistory = (property: Property): HistoryEvent[] =>
  [
    ...(property.transfers.length > 0 ? listDeeds(property) : listUndeededSales(property)),
    ...listLoans(property),
    ...listCountyValues(property),
  ].sort((one, other) => other.day.localeCompare(one.day))

export type PricePoint = { day: string; value: number }

/** The points of the price chart; a price of several parcels says nothing about this one. */
export function listPricePoints(events: readonly HistoryEvent[]) {
  const pick = (kind: HistoryEvent['kind']): PricePoint[] =>
    events
      .flatMap((event) =>
        event.kind === kind && event.amount && !event.isMultiParcel ? [{ day: event.day, value: event.amount }] : [],
      )
      .reverse()
  return { sales: pick('SALE'), values: pick('VALUE') }
}
