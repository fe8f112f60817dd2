import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from '../../../../platform/crypto/secrets.ts'
import { readEvent, signatureHeader, signEvent } from './sign-event.ts'

const noon = new Date('2026-11-02T12:00:00.000Z')
const at = (seconds: number) => ({ now: () => new Date(noon.getTime() + seconds * 1000) })
const secrets = createSecrets(randomBytes(32))
const ours = { secrets, clock: at(0) }
const text = JSON.stringify({
  id: 'evt_sandbox_1',
  type: 'invoice.paid',
  created: '2027-01-02T03:04:05.678Z',
  data: { object: { kind: 'INVOICE', id: 'in_sandbox_1', customer: 'cus_sandbox_1' } },
})

const signed = (header: string | undefined, body = text) => ({
  text: body,
  header: (name: string) => (name === signatureHeader ? header : undefined),
})

const refused = expect.objectContaining({ code: 'VALIDATION' })

test('a signed event says what has changed', () => {
  expect(readEvent(ours, signed(signEvent(ours, text)))).toEqual({
    id: 'evt_sandbox_1',
    type: 'invoice.paid',
    at: new Date('2027-01-02T03:04:05.678Z'),
    object: { kind: 'INVOICE', id: 'in_sandbox_1' },
    customerId: 'cus_sandbox_1',
  })
})

test.each([-300, -299, 0, 299, 300])('an event signed %i s from now is accepted', (seconds) => {
  const header = signEvent({ secrets, clock: at(seconds) }, text)
  expect(readEvent(ours, signed(header))).toMatchObject({ id: 'evt_sandbox_1' })
})

test.each([-301, 301, -86_400, 86_400])('an event signed %i s from now is refused', (seconds) => {
  const header = signEvent({ secrets, clock: at(seconds) }, text)
  expect(() => readEvent(ours, signed(header))).toThrow(refused)
})

test('an event changed on its way is refused, wherever it was changed', () => {
  const header = signEvent(ours, text)
  for (let place = 0; place < text.length; place++) {
    const changed = `${text.slice(0, place)}${text[place] === '1' ? '2' : '1'}${text.slice(place + 1)}`
    expect(() => readEvent(ours, signed(header, changed))).toThrow(refused)
  }
  for (let place = 0; place < header.length; place++) {
    const changed = `${header.slice(0, place)}${header[place] === '1' ? '2' : '1'}${header.slice(place + 1)}`
    expect(() => readEvent(ours, signed(changed))).toThrow(refused)
  }
})

test('an event with a missing, incomplete or foreign signature is refused', () => {
  const stranger = { secrets: createSecrets(randomBytes(32)), clock: at(0) }
  const [time, signature] = signEvent(ours, text).split(',')
  const later = `t=${noon.getTime() / 1000 + 10}`
  for (const header of [
    undefined,
    '',
    time,
    signature,
    `${time},v1=`,
    `${later},${signature}`,
    `${time},${signature}00`,
  ])
    expect(() => readEvent(ours, signed(header))).toThrow(refused)
  expect(() => readEvent(ours, signed(signEvent(stranger, text)))).toThrow(refused)
})

test('signed text with unknown content is refused as well', () => {
  for (const body of ['', 'null', '{"id":"evt_1"}'])
    expect(() => readEvent(ours, signed(signEvent(ours, body), body))).toThrow(refused)
})
