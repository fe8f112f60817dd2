import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function captureLog() {
  const lines: string[] = []
  return { lines, log: createLog('info', { write: (line) => void lines.push(line) }) }
}

test('a line is JSON with its level and time, and lines below the level are omitted', () => {
  const { lines, log } = captureLog()
  log.info({ orderId: 'a' }, 'Order placed')
  log.debug('noise')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'info', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), orderId: 'a', msg: 'Order placed' },
  ])
})

test('a line end in a logged value starts no new line', () => {
  const { lines, log } = captureLog()
  log.info({ name: 'a\n{"level":"info"}\r\nb' }, 'Order\nplaced')
  expect(lines.join('').trimEnd()).not.toMatch(/[\r\n]/)
  expect(JSON.parse(lines.join(''))).toMatchObject({ name: 'a\n{"level":"info"}\r\nb', msg: 'Order\nplaced' })
})
