import { expect, test } from 'vitest'
import {
  fillMergeFields,
  findMergeProblems,
  listFieldsWithoutFallback,
  type MergeValues,
  mergeFields,
} from './merge-fields.ts'

// Every field of the list is here.
const examples = Object.fromEntries(mergeFields.map(({ name, example }) => [name, example])) as MergeValues
const company = { ...examples, 'owner.firstName': '', 'property.yearBuilt': '' }

test.each([
  ['{{owner.greeting}},', 'Dear Jordan and Alex,'],
  ['Hi {{ owner.firstName | Neighbor }}!', 'Hi Neighbor!'],
  // A company has no first name.
  ['Hi {{owner.firstName}}!', 'Hi Property Owner!'],
  ['Built {{property.yearBuilt}}, in {{property.city}}', 'Built, in Nashville'],
  ['Built in {{property.yearBuilt|the | past}}', 'Built in the | past'],
  ['No fields, one { brace }', 'No fields, one { brace }'],
])('%s becomes %s', (text, filled) => {
  expect([findMergeProblems(text), fillMergeFields(text, company)]).toEqual([[], filled])
})

test.each([
  ['Hello\n {{owner.nick|you}}', 2, 2, 'there is no field “owner.nick”'],
  ['Hello {{}}', 1, 7, 'there is no field “”'],
  ['Hello {{owner.firstName', 1, 7, '“{{” has no partner on its line'],
  ['a\n\nb }} {{date}}', 3, 3, '“}}” has no partner on its line'],
])('%j is refused at line %i, character %i', (text, line, column, problem) => {
  expect(findMergeProblems(text)).toEqual([{ line, column, message: `Line ${line}, character ${column}: ${problem}` }])
})

test('a field prints nothing for an unknown value if the text has nothing in its place', () => {
  expect(
    listFieldsWithoutFallback('{{sender.phone}} {{ sender.company |}} {{sender.name|us}} {{owner.firstName}}'),
  ).toEqual(['sender.phone', 'sender.company'])
})
