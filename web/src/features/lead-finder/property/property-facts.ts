import type { Property } from '@dooryard/contract/properties'
import {
  assetClasses,
  deedTypes,
  loanTypes,
  occupancies,
  ownerTypes,
  rateTypes,
  targetTypes,
  yesNoUnknown,
} from '@dooryard/contract/vocabularies'
import { deedDay } from '../../../criteria/deeds/deed-labels.ts'
import { townLine } from '../../../lib/address.ts'
import { formatDay, formatDollars, formatNumber, readable, unknown } from '../../../lib/format.ts'
import type { Fact } from '../../../ui/display/facts.tsx'
import { formatKind } from '../table/row-columns.tsx'

const sqft = (value: number | null) => (value === null ? unknown : `${formatNumber(value)} sq ft`)
const percent = (value: number | null) => (value === null ? unknown : `${Math.round(value)}%`)
const yesNo = (value: boolean | null) => (value === null ? unknown : value ? 'Yes' : 'No')
const fact = (label: string, value: string): Fact => ({ label, value })

const formatMailing = ({ mailingAddress, mailingCity: city, mailingState: state, mailingZip: zip }: Property) =>
  mailingAddress ? `${readable(mailingAddress)}, ${townLine({ city, state, zip })}` : unknown

const ownerFacts = (property: Property) => [
  fact('Owner', property.ownerNames.map(readable).join(', ') || readable(property.ownerName)),
  fact('Type', ownerTypes.label(property.ownerType)),
  fact('Occupancy', occupancies.label(property.occupancy)),
  fact('Segment', property.targetTypes.map(targetTypes.label).join(', ') || unknown),
  fact('Mailing address', formatMailing(property)),
  fact('Properties owned', formatNumber(property.propertiesOwned)),
  fact('Acquired by quitclaim', yesNoUnknown.label(property.acquiredByQc)),
]

const structureFacts = (property: Property) => [
  fact('Class', property.assetClass ? assetClasses.label(property.assetClass) : unknown),
  fact('Kind', formatKind(property)),
  fact('County use', property.useDescription ? readable(property.useDescription) : (property.useCode ?? unknown)),
  fact('Bedrooms', formatNumber(property.bedrooms)),
  fact('Bathrooms', formatNumber(property.bathrooms)),
  fact('Living area', sqft(property.livingAreaSqft)),
  fact('Lot', sqft(property.lotSqft)),
  fact('Year built', property.yearBuilt === null ? unknown : String(property.yearBuilt)),
  fact('Units', formatNumber(property.units)),
  fact('Stories', formatNumber(property.stories)),
  fact('Parcel', `${property.apn} in ${property.county}`),
]

const valueFacts = (property: Property) => [
  fact('Estimated value', formatDollars(property.estimatedValue)),
  fact('Market value', formatDollars(property.marketValue)),
  fact('Assessed value', formatDollars(property.assessedValue)),
  fact('Equity', formatDollars(property.equityAmount)),
  fact('Loan to value', percent(property.ltvPercent)),
]

const saleFacts = (property: Property) => [
  fact('Last sale', deedDay(property.lastSaleDate, property.isLastSaleMonthOnly)),
  fact('Price', formatDollars(property.lastSalePrice)),
  fact('Deed', deedTypes.label(property.lastSaleDeedType)),
  fact('Paid in cash', yesNo(property.cashPurchase)),
  fact("At arm's length", yesNo(property.armsLength)),
  fact('Sale before', formatDay(property.previousSaleDate)),
  fact('Price before', formatDollars(property.previousSalePrice)),
]

function mortgageFacts({ mortgages }: Property): Fact[] {
  if (mortgages === null) return [fact('Open loans', 'This roll publishes none')]
  if (mortgages.length === 0) return [fact('Open loans', 'None')]
  return mortgages.map((loan) =>
    fact(
      `Loan ${loan.position}`,
      [
        `${formatDollars(loan.amount)} ${loanTypes.label(loan.loanType)}`,
        loan.rateType === 'UNKNOWN' ? undefined : rateTypes.label(loan.rateType).toLowerCase(),
        loan.lender ? readable(loan.lender) : undefined,
        loan.originatedOn ? formatDay(loan.originatedOn) : undefined,
      ]
        .filter(Boolean)
        .join(', '),
    ),
  )
}

type ProvenanceGroup = Property['provenance'][number]['group']

/** Where a group of facts comes from, and as of when: one line for each roll. */
export function listSources({ provenance }: Property, groups: readonly ProvenanceGroup[]): string[] {
  const lines = provenance
    .filter(({ group }) => groups.includes(group))
    .map(
      ({ roll, recordedOn, ingestedAt }) =>
        `${roll}, ${recordedOn ? `as of ${formatDay(recordedOn)}, ` : ''}imported ${formatDay(ingestedAt)}`,
    )
  return [...new Set(lines)]
}

/** Everything known of a property, group by group, each with where it comes from. */
export const buildFactGroups = (property: Property) => {
  const group = (title: string, facts: Fact[], ...from: ProvenanceGroup[]) => ({
    title,
    facts,
    sources: listSources(property, from),
  })
  return [
    group('Owner', ownerFacts(property), 'OWNER'),
    group('Value', valueFacts(property), 'VALUE'),
    group('Sales', saleFacts(property), 'SALE'),
    group('Mortgages', mortgageFacts(property), 'MORTGAGE'),
    group('Property', structureFacts(property), 'STRUCTURE', 'SITUS'),
  ]
}
