import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { createBinder } from '../compile/clauses.ts'
import { listNumberFields } from '../facet-fields.ts'

/** The column of each vocabulary: a word, a bit mask, or one word for each open loan. */
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

// It reads a dozen columns of the whole country, and no request waits for it.
const wholeCountry = { isHeavy: true, seconds: 120 }

/**
 * Reads each column once: on 3 million rows this takes a third of the time of grouping sets, or of one pass with
 * `sumMap`.
 */
export function countVocabularies(clickhouse: ClickHouse): Promise<VocabularyCount[]> {
  const counts = Object.entries(vocabularyColumns).map(
    ([vocabulary, column]) => `select '${vocabulary}' as vocabulary, toString(value) as value, count
      from (select ${column} as value, count() as count from properties group by value)`,
  )
  return clickhouse.rows<VocabularyCount>(counts.join(' union all '), {}, wholeCountry)
}

/** Minimum and maximum: numbers, or days as `YYYY-MM-DD`; undefined when no value is known. */
export type FieldRange = { min: number | string; max: number | string }

export async function findFieldRanges(clickhouse: ClickHouse, today: Date): Promise<Map<string, FieldRange>> {
  const { bind, params } = createBinder()
  const columns = [
    // 64-bit values would be returned as text, so they are cast to float.
    ...listNumberFields(bind, today).map(({ key, sql }) => ({
      key,
      min: `toFloat64(min(${sql}))`,
      max: `toFloat64(max(${sql}))`,
    })),
    { key: 'sale.soldOn', min: 'min(last_sale_date)', max: 'max(last_sale_date)' },
    {
      key: 'mortgage.originatedOn',
      min: 'minArray(mortgages.originated_on)',
      max: 'maxArray(mortgages.originated_on)',
    },
  ]
  const ends = columns.map(({ min, max }, at) => `${min} as min${at}, ${max} as max${at}`)
  const [row] = await clickhouse.rows<Record<string, number | string | null>>(
    `select ${ends.join(', ')} from properties`,
    params,
    wholeCountry,
  )
  return new Map(
    columns.flatMap(({ key }, at): [string, FieldRange][] => {
      const [min, max] = [row?.[`min${at}`] ?? null, row?.[`max${at}`] ?? null]
      return min === null || max === null ? [] : [[key, { min, max }]]
    }),
  )
}
