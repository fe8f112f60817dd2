import { deviceCases } from '@dooryard/contract/api/format-cases.fixture'
import { expect, test } from 'vitest'
import { formatDevice } from './device.ts'

test.each(deviceCases)('"%s" is %s', (userAgent, name) => {
  expect(formatDevice(userAgent)).toBe(name)
})
