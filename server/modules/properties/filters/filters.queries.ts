import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { isoDay } from '../search/clauses.ts'

/** What each vocabulary is kept in: a word, a mask of bits, or one word for each open loan. */
const vocabularyColumns = {
  assetClasses: 'asset_class',
  assetSubGroups: 'asset_sub_group',
  assetUseTypes: 'asset_use_type',
  occupancies: 'occupancy',
  ownerTypes: 'owner_type',
  targetTypes: 'target_types',
  yesNoUnknown: 'acquired_by_qc',
  states: 'mailing_state',
  loanTypes: 'arrayJoin(arrayDistinct(mortgages.loan_type))',
  lenderTypes: 'arrayJoin(arrayDistinct(mortgages.lender_type))',
  deedTypes: 'last_sale_deed_type',
  signals: 'signals',
} as const
export type CountedVocabulary = keyof typeof vocabularyColumns

export type VocabularyCount = { vocabulary: CountedVocabulary; value: string; count: string }

// It reads a dozen columns of the whole country, and nobody waits for it.
const wholeCountry = { isHeavy: true, seconds: 120 }

/** Reads each column once: on 3 million rows a third of the time of grouping sets, or of `sumMap` over one pass. */
export function countVocabularies(clickhouse: ClickHouse): Promise<VocabularyCount[]> {
  const counts = Object.entries(vocabularyColumns).map(
    ([vocabulary, column]) => `select '${vocabulary}' as vocabulary, toString(value) as value, count
      from (select ${column} as value, count() as count from properties group by value)`,
  )
  return clickhouse.rows<VocabularyCount>(counts.join(' union all '), {}, wholeCountry)
}

/** The columns of the fields that have ends, by `group.key`. What has 64 bits would come as text, so it is made a float. */
const rangeColumns = {
  'property.bedrooms': 'bedrooms',
  'property.bathrooms': 'bathrooms',
  'property.livingAreaSqft': 'living_area_sqft',
  'property.lotSqft': 'lot_sqft',
  'property.yearBuilt': 'year_built',
  'property.units': 'units',
  'property.stories': 'stories',
  'property.estimatedValue': 'estimated_value',
  'property.assessedValue': 'assessed_value',
  'owner.yearsOwned': `toFloat64(age('year', last_sale_date, {today:Date32}))`,
  'owner.propertiesOwned': 'properties_owned',
  'mortgage.openLoans': 'open_loans',
  'mortgage.balance': 'toFloat64(open_balance)',
  'mortgage.ltvPercent': 'ltv_percent',
  'mortgage.equityPercent': 'equity_percent',
  'mortgage.equityAmount': 'toFloat64(equity_amount)',
  'sale.soldOn': 'last_sale_date',
  'sale.price': 'last_sale_price',
} as const

/** The least and the greatest: numbers, or days as `YYYY-MM-DD`; undefined where nothing is known. */
export type Ends = { min: number | string; max: number | string }

export async function findEnds(clickhouse: ClickHouse, today: Date): Promise<Map<string, Ends>> {
  const columns = [...Object.entries(rangeColumns).map(([key, sql]) => [key, sql, '']), loanDays]
  const ends = columns.map(([, sql, each], at) => `min${each}(${sql}) as min${at}, max${each}(${sql}) as max${at}`)
  const [row] = await clickhouse.rows<Record<string, number | string | null>>(
    `select ${ends.join(', ')} from properties`,
    { today: isoDay(today) },
    wholeCountry,
  )
  return new Map(
    columns.flatMap(([key = ''], at): [string, Ends][] => {
      const [min, max] = [row?.[`min${at}`] ?? null, row?.[`max${at}`] ?? null]
      return min === null || max === null ? [] : [[key, { min, max }]]
    }),
  )
}

const loanDays = ['mortgage.originatedOn', 'mortgages.originated_on', 'Array']
