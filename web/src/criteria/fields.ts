import type { Criteria } from '@dooryard/contract/criteria'
import {
  assetClasses,
  assetSubGroups,
  deedTypes,
  lenderTypes,
  loanTypes,
  occupancies,
  ownerTypes,
  signals,
  type Term,
  targetTypes,
  yesNoUnknown,
} from '@dooryard/contract/vocabularies'
import { states } from './states.ts'

export type RangeUnit = 'number' | 'dollars' | 'sqft' | 'percent' | 'year' | 'years'

/** One thing that can be asked for, and the control that asks it. */
export type Field = { key: string; label: string; hint?: string } & (
  | { kind: 'terms'; terms: readonly Term[]; look: 'chips' | 'list' }
  | { kind: 'range'; unit: RangeUnit }
  | { kind: 'dates' }
  | { kind: 'text'; placeholder: string }
  | { kind: 'yesNo' }
)

/** The groups that are tables of fields; a location is picked by its own control. */
export type FieldGroup = {
  key: Exclude<keyof Criteria, 'location' | 'contact' | 'exclude'>
  label: string
  fields: readonly Field[]
}

const stateTerms = states.map((state) => ({ ...state, description: '' }))

/** Everything the filter panel offers: the panel and the words of criteria are both made from this table. */
export const fieldGroups: readonly FieldGroup[] = [
  {
    key: 'property',
    label: 'Property',
    fields: [
      { key: 'assetClasses', label: 'Class', kind: 'terms', terms: assetClasses.terms, look: 'chips' },
      { key: 'assetSubGroups', label: 'Kind', kind: 'terms', terms: assetSubGroups.terms, look: 'list' },
      { key: 'bedrooms', label: 'Bedrooms', kind: 'range', unit: 'number' },
      { key: 'bathrooms', label: 'Bathrooms', kind: 'range', unit: 'number' },
      { key: 'livingAreaSqft', label: 'Living area', kind: 'range', unit: 'sqft' },
      { key: 'lotSqft', label: 'Lot', kind: 'range', unit: 'sqft' },
      { key: 'yearBuilt', label: 'Year built', kind: 'range', unit: 'year' },
      { key: 'units', label: 'Units', kind: 'range', unit: 'number' },
      { key: 'stories', label: 'Stories', kind: 'range', unit: 'number' },
      { key: 'estimatedValue', label: 'Estimated value', kind: 'range', unit: 'dollars' },
      { key: 'assessedValue', label: 'Assessed value', kind: 'range', unit: 'dollars' },
    ],
  },
  {
    key: 'owner',
    label: 'Owner',
    fields: [
      { key: 'occupancies', label: 'Occupancy', kind: 'terms', terms: occupancies.terms, look: 'chips' },
      { key: 'ownerTypes', label: 'Owner type', kind: 'terms', terms: ownerTypes.terms, look: 'chips' },
      { key: 'targetTypes', label: 'Segment', kind: 'terms', terms: targetTypes.terms, look: 'chips' },
      { key: 'yearsOwned', label: 'Years owned', kind: 'range', unit: 'years' },
      { key: 'propertiesOwned', label: 'Properties owned', kind: 'range', unit: 'number' },
      { key: 'mailingStates', label: 'Mailing state', kind: 'terms', terms: stateTerms, look: 'list' },
      { key: 'acquiredByQc', label: 'Acquired by quitclaim', kind: 'terms', terms: yesNoUnknown.terms, look: 'chips' },
      { key: 'name', label: 'Owner name', kind: 'text', placeholder: 'Start of a name' },
    ],
  },
  {
    key: 'mortgage',
    label: 'Mortgage',
    fields: [
      { key: 'loanTypes', label: 'Loan type', kind: 'terms', terms: loanTypes.terms, look: 'list' },
      { key: 'lenderTypes', label: 'Lender type', kind: 'terms', terms: lenderTypes.terms, look: 'list' },
      { key: 'lenderName', label: 'Lender name', kind: 'text', placeholder: 'Start of a name' },
      { key: 'openLoans', label: 'Open loans', kind: 'range', unit: 'number' },
      { key: 'balance', label: 'Open balance', kind: 'range', unit: 'dollars' },
      { key: 'originatedOn', label: 'Loan recorded', kind: 'dates' },
      { key: 'ltvPercent', label: 'Loan to value', kind: 'range', unit: 'percent' },
      { key: 'equityPercent', label: 'Equity', kind: 'range', unit: 'percent' },
      { key: 'equityAmount', label: 'Equity amount', kind: 'range', unit: 'dollars' },
    ],
  },
  {
    key: 'sale',
    label: 'Last sale',
    fields: [
      { key: 'soldOn', label: 'Sold', kind: 'dates' },
      { key: 'price', label: 'Price', kind: 'range', unit: 'dollars' },
      { key: 'deedTypes', label: 'Deed', kind: 'terms', terms: deedTypes.terms, look: 'list' },
      { key: 'cashPurchase', label: 'Paid in cash', kind: 'yesNo' },
      { key: 'armsLength', label: "At arm's length", kind: 'yesNo' },
    ],
  },
  {
    key: 'signals',
    label: 'Signals',
    fields: [
      { key: 'anyOf', label: 'Any of', kind: 'terms', terms: signals.terms, look: 'list' },
      { key: 'allOf', label: 'All of', kind: 'terms', terms: signals.terms, look: 'list' },
      { key: 'noneOf', label: 'None of', kind: 'terms', terms: signals.terms, look: 'list' },
    ],
  },
]
