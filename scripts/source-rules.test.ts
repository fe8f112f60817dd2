import { expect, test } from 'vitest'
import { findCrowdedFolders } from './lib/crowded-folders.ts'
import { findOwnFormatting } from './lib/format-rules.ts'
import { findRetiredWords } from './lib/retired-words.ts'

const inCode = (text: string) => findRetiredWords({ path: 'server/modules/orders/place-order.ts', text })

test.each([
  ['const ordersUnderWay = 1', 'ordersUnderWay: write in progress'],
  ['type EverybodysOrders = Order[]', 'EverybodysOrders: write admin…, listAll… or findAny…'],
  ['await tellOfOrder(order)', 'tellOfOrder: write emit, notify or publish; sent, notified, pending'],
  ['const priceOf = () => 1', 'priceOf: write get…, to…, list… or find…'],
  ['function begun() {}', 'begun: write started'],
  ['// The credits lapse at renewal.', '"lapse": write expire'],
  ["const text = 'Whoever asks'", '"Whoever": write the user, the caller or anyone who'],
])('a retired word is reported with the standard one: %s', (text, problem) => {
  expect(inCode(`\n${text}`)).toEqual([`server/modules/orders/place-order.ts:2: ${problem}`])
})

test('a retired word in a file name is reported', () => {
  const problems = findRetiredWords({ path: 'server/modules/orders/tell-of-order.ts', text: '' })
  expect(problems).toEqual([
    'server/modules/orders/tell-of-order.ts: write emit, notify or publish; sent, notified, pending',
  ])
})

test.each([
  'const ordersInProgress = await listAllOrders(db)',
  'const { givesBack, putOff } = response',
  '// Nothing is told twice, and the desk is tidy.',
  'getOrder(first).cutOff()',
])('standard words, wire names and plain prose pass: %s', (text) => {
  expect(inCode(text)).toEqual([])
})

test('documents are checked for phrases alone', () => {
  const inDocument = (text: string) => findRetiredWords({ path: 'docs/orders.md', text })
  expect(inDocument('`ordersUnderWay` was the name')).toEqual([])
  expect(inDocument('credits are given back')).toEqual([
    'docs/orders.md:1: "given back": write release, refund or return',
  ])
})

test('a folder with more than 15 entries is reported; tests, fixtures and generated files do not count', () => {
  const files = Array.from({ length: 14 }, (_, at) => `server/modules/orders/file-${at}.ts`)
  const others = ['place-order.test.ts', 'orders.fixture.ts', 'schema.gen.ts'].map(
    (name) => `server/modules/orders/${name}`,
  )
  const nested = ['server/modules/orders/place/one.ts', 'server/modules/orders/place/two.ts']
  expect(findCrowdedFolders([...files, ...others, ...nested])).toEqual([])
  expect(findCrowdedFolders([...files, ...nested, 'server/modules/orders/extra.ts'])).toEqual([
    'server/modules/orders has 16 entries, and 15 are allowed: name a part of it',
  ])
})

test('browser tests are the content of their folders, so they count', () => {
  const tests = Array.from({ length: 16 }, (_, at) => `e2e/orders/journey-${at}.test.ts`)
  expect(findCrowdedFolders(tests)).toEqual(['e2e/orders has 16 entries, and 15 are allowed: name a part of it'])
})

test.each(['new Date(at).toLocaleDateString()', 'count.toLocaleString()', "new Intl.NumberFormat('en-US')"])(
  'formatting outside of lib/format is reported: %s',
  (text) => {
    expect(findOwnFormatting({ path: 'web/src/features/home/tile.tsx', text: `\n${text}` })).toEqual([
      'web/src/features/home/tile.tsx:2: format dates and numbers by web/src/lib/format',
    ])
    expect(findOwnFormatting({ path: 'web/src/lib/format/format.ts', text })).toEqual([])
    expect(findOwnFormatting({ path: 'web/src/features/home/tile.tsx', text: 'formatDay(at)' })).toEqual([])
  },
)
