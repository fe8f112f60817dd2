import { expect, test } from 'vitest'
import { toOwnOrderAccess } from './order-access.ts'
import { formatOrderFileName } from './order-file-name.ts'

const today = new Date('2025-03-05T10:00:00.000Z')
const access = toOwnOrderAccess({ id: '7a0d' })

test('a list is named after its order and the day, as the specification defines it', () => {
  expect(formatOrderFileName({ access, what: 'list' }, today)).toBe('order-7a0d-2025-03-05.csv')
})

test('an older version and a certificate are named as such', () => {
  expect(formatOrderFileName({ access, what: 'list', version: 2 }, today)).toBe('order-7a0d-2025-03-05-v2.csv')
  expect(formatOrderFileName({ access, what: 'certificate', version: 2 }, today)).toBe(
    'order-7a0d-2025-03-05-v2-certificate.jws',
  )
})
