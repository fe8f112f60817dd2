import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'
import { ownDesk } from './orders-desk.ts'

const today = new Date('2025-03-05T10:00:00.000Z')
const desk = ownDesk('7a0d')

test('a list is named after its order and the day, as the specification has it', () => {
  expect(fileNameOf({ desk, what: 'list' }, today)).toBe('order-7a0d-2025-03-05.csv')
})

test('an older version and a certificate say what they are', () => {
  expect(fileNameOf({ desk, what: 'list', version: 2 }, today)).toBe('order-7a0d-2025-03-05-v2.csv')
  expect(fileNameOf({ desk, what: 'certificate', version: 2 }, today)).toBe('order-7a0d-2025-03-05-v2-certificate.jws')
})
