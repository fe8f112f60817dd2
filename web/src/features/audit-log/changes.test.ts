import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

test('each field that an entry names is told once, before and after', () => {
  expect(
    changesOf({ before: { firstName: 'Casey', companyName: 'Example Co' }, after: { firstName: 'Cassidy' } }),
  ).toEqual([
    { field: 'firstName', label: 'First name', before: 'Casey', after: 'Cassidy' },
    { field: 'companyName', label: 'Company name', before: 'Example Co', after: '–' },
  ])
})

test('values are words: what is empty, what is true, what has parts', () => {
  const [empty, yes, list, number] = changesOf({
    after: { address_apt_suite: '', isActive: true, roles: ['CONSUMER_USER'], rows: 0 },
  })
  expect(empty).toMatchObject({ label: 'Address apt suite', after: '–' })
  expect(yes?.after).toBe('Yes')
  expect(list?.after).toBe('["CONSUMER_USER"]')
  expect(number?.after).toBe('0')
})

test('an entry without facts has no changes', () => {
  expect(changesOf({})).toEqual([])
})
