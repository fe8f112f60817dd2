import { assetUseTypes } from './asset-use-types.ts'
import type { Criteria } from './criteria.ts'
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
} from './vocabularies.ts'

export const rangeUnits = ['number', 'dollars', 'sqft', 'percent', 'year', 'years'] as const
export type RangeUnit = (typeof rangeUnits)[number]

/** The closed lists that fields choose from; `states` are the postal codes, which only the server lists whole. */
export const fieldVocabularies = {
  assetClasses: assetClasses.terms,
  assetSubGroups: assetSubGroups.terms,
  assetUseTypes: assetUseTypes.terms,
  occupancies: occupancies.terms,
  ownerTypes: ownerTypes.terms,
  targetTypes: targetTypes.terms,
  yesNoUnknown: yesNoUnknown.terms,
  loanTypes: loanTypes.terms,
  lenderTypes: lenderTypes.terms,
  deedTypes: deedTypes.terms,
  signals: signals.terms,
} satisfies Record<string, readonly Term[]>
export type FieldVocabulary = keyof typeof fieldVocabularies | 'states'

/** What can be said of a field of each type; `includeUnknown` and `lastDays` are keys of the criteria, as the rest are. */
export const operatorsOf = {
  terms: ['anyOf'],
  range: ['min', 'max', 'includeUnknown'],
  dates: ['from', 'to', 'lastDays'],
  text: ['beginsWords'],
  yesNo: ['is'],
} as const
export type FieldType = keyof typeof operatorsOf

type Described = { key: string; label: string; hint?: string }

export type CriteriaField = Described &
  (
    | { type: 'terms'; vocabulary: FieldVocabulary }
    | { type: 'range'; unit: RangeUnit }
    | { type: 'dates' }
    | { type: 'text' }
    | { type: 'yesNo' }
  )

export type CriteriaGroupKey = Exclude<keyof Criteria, 'location' | 'stack' | 'only' | 'exclude'>
export type CriteriaGroup = { key: CriteriaGroupKey; label: string; fields: readonly CriteriaField[] }

const terms = (key: string, label: string, vocabulary: FieldVocabulary, hint?: string): CriteriaField => ({
  key,
  label,
  type: 'terms',
  vocabulary,
  ...(hint && { hint }),
})
const range = (key: string, label: string, unit: RangeUnit, hint?: string): CriteriaField => ({
  key,
  label,
  type: 'range',
  unit,
  ...(hint && { hint }),
})

export const criteriaGroups: readonly CriteriaGroup[] = [
  {
    key: 'property',
    label: 'Property',
    fields: [
      terms('assetClasses', 'Class', 'assetClasses'),
      terms('assetSubGroups', 'Kind', 'assetSubGroups'),
      terms('assetUseTypes', 'Use', 'assetUseTypes', 'Finer than the kind, where known'),
      range('bedrooms', 'Bedrooms', 'number'),
      range('bathrooms', 'Bathrooms', 'number'),
      range('livingAreaSqft', 'Living area', 'sqft'),
      range('lotSqft', 'Lot', 'sqft'),
      range('yearBuilt', 'Year built', 'year'),
      range('units', 'Units', 'number'),
      range('stories', 'Stories', 'number'),
      range('estimatedValue', 'Estimated value', 'dollars'),
      range('assessedValue', 'Assessed value', 'dollars'),
    ],
  },
  {
    key: 'owner',
    label: 'Owner',
    fields: [
      terms('occupancies', 'Occupancy', 'occupancies'),
      terms('ownerTypes', 'Owner type', 'ownerTypes'),
      terms('targetTypes', 'Segment', 'targetTypes'),
      range('yearsOwned', 'Years owned', 'years'),
      range('propertiesOwned', 'Properties owned', 'number'),
      terms('mailingStates', 'Mailing state', 'states', 'Where the tax bill goes'),
      terms('acquiredByQc', 'Acquired by quitclaim', 'yesNoUnknown'),
      { key: 'name', label: 'Owner name', type: 'text' },
    ],
  },
  {
    key: 'mortgage',
    label: 'Mortgage',
    fields: [
      terms('loanTypes', 'Loan type', 'loanTypes'),
      terms('lenderTypes', 'Lender type', 'lenderTypes'),
      { key: 'lenderName', label: 'Lender name', type: 'text' },
      range('openLoans', 'Open loans', 'number'),
      range('balance', 'Open balance', 'dollars'),
      { key: 'originatedOn', label: 'Loan recorded', type: 'dates' },
      range('ltvPercent', 'Loan to value', 'percent'),
      range('equityPercent', 'Equity', 'percent'),
      range('equityAmount', 'Equity amount', 'dollars'),
    ],
  },
  {
    key: 'sale',
    label: 'Last sale',
    fields: [
      { key: 'soldOn', label: 'Sold', type: 'dates' },
      range('price', 'Price', 'dollars'),
      terms('deedTypes', 'Deed', 'deedTypes'),
      { key: 'cashPurchase', label: 'Paid in cash', type: 'yesNo' },
      { key: 'armsLength', label: "At arm's length", type: 'yesNo' },
    ],
  },
  {
    key: 'signals',
    label: 'Signals',
    fields: [
      terms('anyOf', 'Any of', 'signals'),
      terms('allOf', 'All of', 'signals'),
      terms('noneOf', 'None of', 'signals'),
    ],
  },
  {
    key: 'contact',
    label: 'Contact',
    fields: [
      { key: 'hasPhone', label: 'Has a phone', type: 'yesNo' },
      { key: 'hasEmail', label: 'Has an email', type: 'yesNo' },
    ],
  },
]
