import { assetClasses, deedTypes, loanTypes, rateTypes } from '@dooryard/contract/api/enums'
import type { PositionSource, Property } from '@dooryard/contract/properties/properties'
import { formatDeedDay } from '../../criteria/deeds/deed-labels.ts'
import {
  emptyValue,
  formatDay,
  formatDollars,
  formatNumber,
  formatYesNo,
  toReadableCase,
} from '../../lib/format/format.ts'
import type { DescriptionItem } from '../../ui/display/description-list.tsx'
import { buildOwnerFacts } from './owner-facts.tsx'
import { formatPropertyType } from './property-type.ts'

export const formatSqft = (value: number | null) => (value === null ? emptyValue : `${formatNumber(value)} sq ft`)
const formatPercent = (value: number | null) => (value === null ? emptyValue : `${Math.round(value)}%`)
const toFact = (label: string, value: string): DescriptionItem => ({ label, value })

/** Facts that many county datasets lack: unknown ones are omitted. */
const listKnownFacts = (facts: readonly DescriptionItem[]) => facts.filter(({ value }) => value !== emptyValue)
export const formatYear = (value: number | null) => (value === null ? emptyValue : String(value))
/** How the position on the map was found. */
const labelByPosition = {
  ROLL: 'From the county dataset',
  PARCEL_OUTLINE: 'Inside the parcel outline',
  ADDRESS_POINT: 'By address',
  STREET_RANGE: 'Estimated along the street',
} as const satisfies Record<PositionSource, string>

const toStructureFacts = (property: Property) => [
  toFact('Class', property.assetClass ? assetClasses.label(property.assetClass) : emptyValue),
  toFact('Property type', formatPropertyType(property)),
  toFact(
    'County use',
    property.useDescription ? toReadableCase(property.useDescription) : (property.useCode ?? emptyValue),
  ),
  toFact('Bedrooms', formatNumber(property.bedrooms)),
  toFact('Bathrooms', formatNumber(property.bathrooms)),
  toFact('Living area', formatSqft(property.livingAreaSqft)),
  toFact('Lot size', formatSqft(property.lotSqft)),
  toFact('Year built', formatYear(property.yearBuilt)),
  toFact('Units', formatNumber(property.units)),
  toFact('Stories', formatNumber(property.stories)),
  toFact('Position', property.positionSource ? labelByPosition[property.positionSource] : emptyValue),
  toFact('Parcel', `${property.apn} in ${property.county}`),
  ...listKnownFacts([
    toFact('Effective year', formatYear(property.effectiveYear)),
    toFact('Construction', toReadableCase(property.construction)),
    toFact('Condition', toReadableCase(property.condition)),
    toFact('Zoning', property.zoning ?? emptyValue),
    toFact('Subdivision', toReadableCase(property.subdivision)),
    toFact('Legal description', toReadableCase(property.legalDescription)),
  ]),
]

/** `$2,430 in 2025`: the bill may be of another year than the value. */
export const formatTax = ({ taxAmount, taxYear }: Property) =>
  taxAmount === null || taxYear === null ? formatDollars(taxAmount) : `${formatDollars(taxAmount)} in ${taxYear}`

const toValueFacts = (property: Property) => [
  toFact('Estimated value', formatDollars(property.estimatedValue)),
  toFact('Market value', formatDollars(property.marketValue)),
  toFact('Assessed value', formatDollars(property.assessedValue)),
  toFact('Equity', formatDollars(property.equityAmount)),
  toFact('Loan to value', formatPercent(property.ltvPercent)),
  ...listKnownFacts([
    toFact('Land value', formatDollars(property.landValue)),
    toFact('Improvement value', formatDollars(property.improvementValue)),
    toFact('Year of the values', formatYear(property.valueYear)),
    toFact('Property tax', formatTax(property)),
  ]),
]

const toSaleFacts = (property: Property) => [
  toFact('Last sale', formatDeedDay(property.lastSaleDate, property.isLastSaleMonthOnly)),
  toFact('Price', formatDollars(property.lastSalePrice)),
  toFact('Deed type', deedTypes.label(property.lastSaleDeedType)),
  toFact('Cash purchase', formatYesNo(property.cashPurchase)),
  toFact("Arm's-length sale", formatYesNo(property.armsLength)),
  toFact('Sale before', formatDay(property.previousSaleDate)),
  toFact('Price before', formatDollars(property.previousSalePrice)),
  ...listKnownFacts([toFact('Deed document', property.lastSaleDocument ?? emptyValue)]),
]

type Mortgage = NonNullable<Property['mortgages']>[number]

/** `$210,000 Conventional, fixed, First Example Bank`; the day apart, since some lists have it first. */
export const formatMortgage = (loan: Mortgage) =>
  [
    `${formatDollars(loan.amount)} ${loanTypes.label(loan.loanType)}`,
    loan.rateType === 'UNKNOWN' ? undefined : rateTypes.label(loan.rateType).toLowerCase(),
    loan.lender ? toReadableCase(loan.lender) : undefined,
  ]
    .filter(Boolean)
    .join(', ')

function toMortgageFacts({ mortgages }: Property): DescriptionItem[] {
  if (mortgages === null) return [toFact('Open mortgages', 'Not in this county dataset')]
  if (mortgages.length === 0) return [toFact('Open mortgages', 'None')]
  return mortgages.map((loan) => {
    const since = loan.originatedOn ? `, ${formatDay(loan.originatedOn)}` : ''
    return toFact(`Loan ${loan.position}`, `${formatMortgage(loan)}${since}`)
  })
}

type ProvenanceGroup = Property['provenance'][number]['group']

/** The source and date of a group of facts, one line per roll. */
export function listSources({ provenance }: Property, groups: readonly ProvenanceGroup[]): string[] {
  const lines = provenance
    .filter(({ group }) => groups.includes(group))
    .map(
      ({ roll, recordedOn, ingestedAt }) =>
        `${roll}, ${recordedOn ? `as of ${formatDay(recordedOn)}, ` : ''}imported ${formatDay(ingestedAt)}`,
    )
  return [...new Set(lines)]
}

const toFactGroup = (property: Property, title: string, facts: DescriptionItem[], ...from: ProvenanceGroup[]) => ({
  title,
  facts,
  sources: listSources(property, from),
})

/** All facts about a property but its owner's, by group, each group with its sources. */
export const buildRecordGroups = (property: Property) => {
  const group = toFactGroup.bind(null, property)
  return [
    group('Value', toValueFacts(property), 'VALUE'),
    group('Sales', toSaleFacts(property), 'SALE'),
    group('Mortgages', toMortgageFacts(property), 'MORTGAGE'),
    group('Property', toStructureFacts(property), 'STRUCTURE', 'SITUS'),
  ]
}

/** All facts about a property by group, each group with its sources. */
export const buildFactGroups = (property: Property) => [
  toFactGroup(
    property,
    'Owner',
    [...buildOwnerFacts(property), toFact('Properties owned', formatNumber(property.propertiesOwned))],
    'OWNER',
  ),
  ...buildRecordGroups(property),
]
