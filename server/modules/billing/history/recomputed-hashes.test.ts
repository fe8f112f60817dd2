import { createHash } from 'node:crypto'
import { creditHistory } from '@dooryard/contract/credit-history'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { grantCredits, holdCredits, lapseSubscriptionCredits, settleHold } from '../../credits/index.ts'

const portal = await testPortal()
afterAll(portal.close)

// What docs/operations.md tells a stranger to do, with nothing of the portal's but the file.

type Row = Record<string, string>

const quoted = (cell: string) => (cell === '' ? 'null' : JSON.stringify(cell))
const unquoted = (cell = '') => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

function hashesOf(csv: string): { found: string[]; recomputed: string[] } {
  const rows: Row[] = parse(csv, { columns: true })
  const found = rows.reverse().map((row) => row['Hash'] ?? '')
  const recomputed: string[] = []
  for (const row of rows) {
    const text = (column: string) => quoted(unquoted(row[column]))
    const number = (column: string) => row[column] ?? ''
    const items = [
      ...[text('User ID'), number('Number'), number('Entry'), text('Type'), text('Bucket')],
      ...['Change', 'Change of Held', 'Balance After', 'Held After'].map(number),
      ...['Order ID', 'Payment ID', 'Reason', 'Actor'].map(text),
      ...['Microseconds', 'Change of Marked'].map(number),
    ]
    const before = recomputed.at(-1) ?? createHash('sha256').digest('hex')
    const hash = createHash('sha256')
      .update(Buffer.from(before, 'hex'))
      .update(`[${items.join(', ')}]`)
    recomputed.push(hash.digest('hex'))
  }
  return { found, recomputed }
}

test('a stranger who has the exported file alone recomputes every hash of it', async () => {
  const { id: userId, as } = await user(portal, { subscriptionCredits: 100, onDemandCredits: 30 })
  const orderId = newId()
  const settlement = { orderId, capture: 40, reason: '40 leads delivered', actor: 'system', at: new Date() }
  await portal.db.transaction().execute(async (db) => {
    for (const reason of ['=1+1', "'=1", "'plain", 'a "quoted", b\\c', 'line\nbreak\t\u0001', 'é 😀 \u2028 \u007f'])
      await grantCredits(db, { userId, bucket: 'ON_DEMAND', amount: 5, reason, actor: 'system' })
    await holdCredits(db, { userId, orderId, amount: 110 })
    await lapseSubscriptionCredits(db, { userId, reason: 'Starter ended' })
    await settleHold(db, settlement)
  })
  const { found, recomputed } = hashesOf((await as.call(creditHistory.export, { query: {} })).body)
  expect(found.length).toBeGreaterThan(12)
  expect(recomputed).toEqual(found)
})
