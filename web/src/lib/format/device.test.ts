import { deviceCases } from '@dooryard/contract/api/format-cases.fixture'
import { expect, test } from 'vitest'
import { type DeviceKind, parseDevice } from './device.ts'

test.each(deviceCases)('"%s" is %s', (userAgent, name) => {
  expect(parseDevice(userAgent).name).toBe(name)
})

const kinds: DeviceKind[] = [
  ...(['computer', 'computer', 'computer', 'phone', 'phone', 'tablet'] as const),
  ...(['program', 'program', 'program'] as const),
]

test('computers, phones, tablets and programs are told apart', () => {
  expect(deviceCases.map(([userAgent]) => parseDevice(userAgent).kind)).toEqual(kinds)
})
