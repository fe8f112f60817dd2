import { expect, test } from 'vitest'
import { z } from 'zod'
import { Criteria } from './criteria.ts'
import { type CriteriaField, criteriaGroups, fieldEnums } from './criteria-fields.ts'

const { location: _, stack: __, only: ___, exclude: ____, ...shape } = Criteria.shape

test('the table has every criteria field except places, stacks, choices and exclusions, and no other', () => {
  const inTable = criteriaGroups.flatMap(({ key, fields }) => fields.map((field) => `${key}.${field.key}`))
  const inSchema = Object.entries(shape).flatMap(([group, schema]) =>
    Object.keys(z.object(schema.unwrap().shape).shape).map((key) => `${group}.${key}`),
  )
  expect(inTable.toSorted()).toEqual(inSchema.toSorted())
})

/** Sample values for each operator of a field. */
function samples(field: CriteriaField): unknown[] {
  switch (field.type) {
    case 'terms':
      return [field.vocabulary === 'states' ? ['TN'] : fieldEnums[field.vocabulary].map(({ value }) => value)]
    case 'values':
      return [['WOOD FRAME', 'masonry']]
    case 'range':
      return [{ min: 1 }, { max: 2 }, { min: 1, includeUnknown: true }]
    case 'dates':
      return [{ from: '2020-01-01' }, { to: '2024-12-31' }, { lastDays: 30 }]
    case 'text':
      return ['testwell']
    case 'yesNo':
      return [true, false]
  }
}

test.each(
  criteriaGroups.flatMap((group) => group.fields.map((field) => [`${group.key}.${field.key}`, group, field] as const)),
)('%s accepts the operators of its type', (_, group, field) => {
  for (const value of samples(field))
    expect(Criteria.safeParse({ [group.key]: { [field.key]: value } }).error).toBeUndefined()
})
