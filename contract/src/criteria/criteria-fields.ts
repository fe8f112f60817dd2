import {
  assetClasses,
  assetSubGroups,
  deedTypes,
  type LabeledValue,
  lenderTypes,
  loanTypes,
  occupancies,
  ownerTypes,
  signals,
  targetTypes,
  yesNoUnknown,
} from '../api/enums.ts'
import { assetUseTypes } from '../properties/asset-use-types.ts'
import type { Criteria } from './criteria.ts'

export const rangeUnits = ['number', 'dollars', 'sqft', 'percent', 'year', 'years'] as const
export type RangeUnit = (typeof rangeUnits)[number]

/** The closed value lists of fields; `states` are the postal codes, which only the server lists in full. */
export const fieldEnums = {
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
} satisfies Record<string, readonly LabeledValue[]>
export type FieldEnumKey = keyof typeof fieldEnums | 'states'

/** The operators of each field type; `includeUnknown` and `lastDays` are keys of the criteria like the others. */
export const operatorsByFieldType = {
  terms: ['anyOf'],
  values: ['anyOf'],
  range: ['min', 'max', 'includeUnknown'],
  dates: ['from', 'to', 'lastDays'],
  text: ['words', 'beginsWords'],
  yesNo: ['is'],
} as const
export type FieldType = keyof typeof operatorsByFieldType

type LabeledField = { key: string; label: string; hint?: string }

export type CriteriaField = LabeledField &
  (
    | { type: 'terms'; vocabulary: FieldEnumKey }
    /** Whatever counties write: the facet of the field lists the values that occur. Codes are shown as they are. */
    | { type: 'values'; isCode?: boolean }
    | { type: 'range'; unit: RangeUnit }
    | { type: 'dates' }
    /** The words of the text are whole words of the value, or begin them. */
    | { type: 'text'; operator: 'words' | 'beginsWords'; placeholder?: string }
    | { type: 'yesNo' }
  )

export type CriteriaGroupKey = Exclude<keyof Criteria, 'location' | 'stack' | 'only' | 'exclude'>
export type CriteriaGroup = { key: CriteriaGroupKey; label: string; fields: readonly CriteriaField[] }

const terms = (key: string, label: string, vocabulary: FieldEnumKey, hint?: string): CriteriaField => ({
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
      terms('assetSubGroups', 'Property type', 'assetSubGroups'),
      terms('assetUseTypes', 'County land use', 'assetUseTypes', 'More detailed than the property type, where known'),
      range('bedrooms', 'Bedrooms', 'number'),
      range('bathrooms', 'Bathrooms', 'number'),
      range('livingAreaSqft', 'Living area', 'sqft'),
      range('lotSqft', 'Lot size', 'sqft'),
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
      terms('mailingStates', "Owner's mailing state", 'states'),
      terms('acquiredByQc', 'Acquired by quitclaim', 'yesNoUnknown'),
      { key: 'name', label: 'Owner name', type: 'text', operator: 'words' },
      { key: 'homestead', label: 'Homestead exemption', type: 'yesNo' },
    ],
  },
  {
    key: 'mortgage',
    label: 'Mortgage',
    fields: [
      terms('loanTypes', 'Loan type', 'loanTypes'),
      terms('lenderTypes', 'Lender type', 'lenderTypes'),
      { key: 'lenderName', label: 'Lender name', type: 'text', operator: 'beginsWords' },
      range('openLoans', 'Open mortgages', 'number'),
      range('balance', 'Open balance', 'dollars'),
      { key: 'originatedOn', label: 'Loan date', type: 'dates' },
      range('ltvPercent', 'Loan to value', 'percent'),
      range('equityPercent', 'Equity', 'percent'),
      range('equityAmount', 'Equity amount', 'dollars'),
    ],
  },
  {
    key: 'sale',
    label: 'Last sale',
    fields: [
      { key: 'soldOn', label: 'Sale date', type: 'dates' },
      range('price', 'Sale price', 'dollars'),
      terms('deedTypes', 'Deed type', 'deedTypes'),
      { key: 'cashPurchase', label: 'Cash purchase', type: 'yesNo' },
      { key: 'armsLength', label: "Arm's-length sale", type: 'yesNo' },
      { key: 'document', label: 'Deed document', type: 'text', operator: 'words', placeholder: 'Book/page or number' },
    ],
  },
  {
    key: 'signals',
    label: 'Lead indicators',
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
  {
    key: 'building',
    label: 'Building and land',
    fields: [
      range('effectiveYear', 'Effective year', 'year', 'The year built as far as renovation makes it younger'),
      { key: 'constructions', label: 'Construction', type: 'values' },
      { key: 'conditions', label: 'Condition', type: 'values' },
      { key: 'zoningCodes', label: 'Zoning', type: 'values', isCode: true },
      { key: 'subdivision', label: 'Subdivision', type: 'text', operator: 'beginsWords' },
      {
        key: 'legalDescription',
        label: 'Legal description',
        type: 'text',
        operator: 'words',
        placeholder: 'Words of it: lot 12 block 3',
      },
    ],
  },
  {
    key: 'assessment',
    label: 'Assessment and tax',
    fields: [
      range('landValue', 'Land value', 'dollars'),
      range('improvementValue', 'Improvement value', 'dollars'),
      range('valueYear', 'Year of the values', 'year'),
      range('taxAmount', 'Tax amount', 'dollars'),
      range('taxYear', 'Tax year', 'year'),
    ],
  },
]
