import { z } from 'zod'
import { CountyFips } from '../api/county-fips.ts'
import {
  assetClasses,
  assetSubGroups,
  deedTypes,
  lenderTypes,
  loanTypes,
  occupancies,
  ownerTypes,
  purchasedParts,
  signals,
  targetTypes,
  yesNoUnknown,
} from '../api/enums.ts'
import { textLine } from '../api/text.ts'
import { assetUseTypes } from '../properties/asset-use-types.ts'
import { Polygon } from './polygon.ts'
import { Dates, Range } from './ranges.ts'

const listFilter = <Item extends z.ZodType>(item: Item, max = 1000) => z.array(item).max(max, `At most ${max} values`)

const state = z.string().regex(/^[A-Z]{2}$/, 'A state is two capital letters')
const city = textLine().regex(/^[A-Z]{2}:\S.*$/, 'A city is written STATE:NAME')
const zip = z.string().regex(/^\d{5}$/, 'A ZIP is five digits')
const text = textLine().min(1).max(100)

const Location = z.strictObject({
  states: listFilter(state, 60).optional(),
  counties: listFilter(CountyFips).optional(),
  cities: listFilter(city).optional(),
  zips: listFilter(zip).optional(),
  near: z
    .strictObject({
      lat: z.number().min(-90).max(90),
      lng: z.number().min(-180).max(180),
      miles: z.number().positive().max(50),
    })
    .optional(),
  polygons: z.array(Polygon).max(10, 'At most 10 areas').optional(),
})

const PropertyCriteria = z.strictObject({
  assetClasses: listFilter(assetClasses.schema).optional(),
  assetSubGroups: listFilter(assetSubGroups.schema).optional(),
  assetUseTypes: listFilter(assetUseTypes.schema).optional(),
  bedrooms: Range.optional(),
  bathrooms: Range.optional(),
  livingAreaSqft: Range.optional(),
  lotSqft: Range.optional(),
  yearBuilt: Range.optional(),
  units: Range.optional(),
  stories: Range.optional(),
  estimatedValue: Range.optional(),
  assessedValue: Range.optional(),
})

const OwnerCriteria = z.strictObject({
  ownerTypes: listFilter(ownerTypes.schema).optional(),
  occupancies: listFilter(occupancies.schema).optional(),
  acquiredByQc: listFilter(yesNoUnknown.schema).optional(),
  targetTypes: listFilter(targetTypes.schema).optional(),
  yearsOwned: Range.optional(),
  propertiesOwned: Range.optional(),
  mailingStates: listFilter(state, 60).optional(),
  name: text.optional(),
  homestead: z.boolean().optional(),
})

const MortgageCriteria = z.strictObject({
  loanTypes: listFilter(loanTypes.schema).optional(),
  lenderTypes: listFilter(lenderTypes.schema).optional(),
  lenderName: text.optional(),
  openLoans: Range.optional(),
  balance: Range.optional(),
  originatedOn: Dates.optional(),
  ltvPercent: Range.optional(),
  equityPercent: Range.optional(),
  equityAmount: Range.optional(),
})

const SaleCriteria = z.strictObject({
  soldOn: Dates.optional(),
  price: Range.optional(),
  deedTypes: listFilter(deedTypes.schema).optional(),
  cashPurchase: z.boolean().optional(),
  armsLength: z.boolean().optional(),
  document: text.optional(),
})

/** Values as counties write them, in any letter case. */
const countyValues = listFilter(text, 200).optional()

const BuildingCriteria = z.strictObject({
  effectiveYear: Range.optional(),
  constructions: countyValues,
  conditions: countyValues,
  zoningCodes: countyValues,
  subdivision: text.optional(),
  legalDescription: text.optional(),
})

const AssessmentCriteria = z.strictObject({
  landValue: Range.optional(),
  improvementValue: Range.optional(),
  valueYear: Range.optional(),
  taxAmount: Range.optional(),
  taxYear: Range.optional(),
})

const signalList = listFilter(signals.schema, 20).optional()

const propertyIds = (max: number) => listFilter(z.string().regex(/^\d{1,20}$/, 'A property is its number'), max)

const institutional = z
  .boolean()
  .optional()
  .describe(
    'Whether to exclude government and nonprofit bodies, lenders, and companies that hold ten or more properties',
  )

const filterGroups = {
  location: Location.optional(),
  property: PropertyCriteria.optional(),
  owner: OwnerCriteria.optional(),
  mortgage: MortgageCriteria.optional(),
  sale: SaleCriteria.optional(),
  signals: z.strictObject({ anyOf: signalList, allOf: signalList, noneOf: signalList }).optional(),
  contact: z.strictObject({ hasPhone: z.boolean().optional(), hasEmail: z.boolean().optional() }).optional(),
  building: BuildingCriteria.optional(),
  assessment: AssessmentCriteria.optional(),
}

export const maxChosenLists = 20
const listIds = listFilter(z.uuid('There is no such list'), maxChosenLists)
  .min(1)
  .optional()
  .describe('Only properties on any of these lists of yours, as they are when it is searched or ordered')

/** A search in a stack: a snapshot from when it was added, so that a later order matches what was counted. */
const StackedSearch = z.strictObject({
  name: textLine().min(1).max(100).optional().describe('Its display name; ignored by the search'),
  criteria: z.strictObject({
    ...filterGroups,
    only: z.strictObject({ listIds }).optional(),
    exclude: z.strictObject({ institutional, propertyIds: propertyIds(10_000).optional() }).optional(),
  }),
})
export type StackedSearch = z.infer<typeof StackedSearch>

export const maxStackedSearches = 10

const Stack = z
  .strictObject({
    of: z
      .array(StackedSearch)
      .min(2, 'A stack has at least two searches')
      .max(maxStackedSearches, `At most ${maxStackedSearches} searches`),
    atLeast: z.int().min(1),
  })
  .refine(({ of, atLeast }) => atLeast <= of.length, 'No property is in more searches than there are')
  .describe('Matches properties in at least this many of the searches')

/** All filters are combined with AND; lists match any of their values, and so do the parts of `location`. */
export const Criteria = z
  .strictObject({
    ...filterGroups,
    stack: Stack.optional(),
    only: z
      .strictObject({
        propertyIds: propertyIds(1_000).min(1).optional(),
        listIds,
        purchased: purchasedParts.schema
          .optional()
          .describe('Only leads you purchased in the last 365 days, by what you purchased: mailing data or phones'),
        orderId: z.uuid('There is no such order').optional().describe('Only the delivered leads of this order'),
      })
      .refine((only) => Object.values(only).some((value) => value !== undefined), 'Give at least one limit')
      .optional()
      .describe('Only these properties'),
    exclude: z
      .strictObject({
        delivered: z
          .boolean()
          .optional()
          .describe('Whether to exclude leads you purchased in the last 365 days: true by default'),
        institutional,
        savedSearchIds: listFilter(z.uuid('There is no such saved search'), 20).optional(),
        suppressionListIds: listFilter(z.uuid('There is no such suppression list'), 20)
          .optional()
          .describe('Excludes properties at an address of these suppression lists, their own or their mailing address'),
        orderIds: listFilter(z.uuid('There is no such order'), 20)
          .optional()
          .describe('Excludes the delivered leads of these orders of yours, however long ago'),
        campaignIds: listFilter(z.uuid('There is no such campaign'), 20)
          .optional()
          .describe('Excludes the delivered leads of all orders of these campaigns of yours, however long ago'),
        propertyIds: propertyIds(10_000).optional(),
      })
      .optional(),
  })
  .meta({
    id: 'Criteria',
    example: {
      location: { counties: ['47037'] },
      property: { assetClasses: ['RESIDENTIAL'], yearBuilt: { max: 1980 } },
      owner: { occupancies: ['ABSENTEE_IN_STATE', 'ABSENTEE_OUT_OF_STATE'] },
    },
  })
export type Criteria = z.infer<typeof Criteria>

/** The lists that criteria refer to, those of stacked searches too. */
export const getListIds = ({ only, stack }: Criteria): string[] => [
  ...(only?.listIds ?? []),
  ...(stack?.of.flatMap(({ criteria }) => criteria.only?.listIds ?? []) ?? []),
]

/** Whether purchased leads are excluded: by default, unless only purchased ones or those of an order are asked for. */
export const excludesPurchased = ({ exclude, only }: Pick<Criteria, 'exclude' | 'only'>): boolean =>
  (exclude?.delivered ?? true) && only?.purchased === undefined && only?.orderId === undefined

const hasValue = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : typeof value === 'object' && value !== null
      ? Object.values(value).some(hasValue)
      : value !== undefined

const isNarrowing = ({ of, atLeast }: z.infer<typeof Stack>) =>
  of.filter(({ criteria }) => isEmptyCriteria(criteria)).length < atLeast

/** Whether the criteria have no filters. Exclusions alone do not count, because they select nothing. */
export const isEmptyCriteria = ({ exclude: _, stack, ...filterGroups }: Criteria): boolean =>
  !hasValue(filterGroups) && !(stack && isNarrowing(stack))
