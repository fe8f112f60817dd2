import { createHash } from 'node:crypto'
import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { captureHold, expireSubscriptionCredits, grantCredits, holdCredits } from '../../credits/index.ts'

const portal = await testPortal()
afterAll(portal.close)

// Follows docs/operations.md, using nothing of the portal but the exported file.

type Row = Record<string, string>

const quoteCell = (cell: string) => (cell === '' ? 'null' : JSON.stringify(cell))
const unquoteCell = (cell = '') =>
  cell
    .split(/(?<=[,;|\t\r\n])/)
    .map((part) => part.replace(/^'(?=['" ]*[=+\-@＝＋－＠])/, ''))
    .join('')
    .replace(/^'(?=['" ]*[\t\r\n])/, '')

function computeHashes(csv: string): { found: string[]; recomputed: string[] } {
  const rows: Row[] = parse(csv, { columns: true })
  const found = rows.reverse().map((row) => row['Hash'] ?? '')
  const recomputed: string[] = []
  for (const row of rows) {
    const text = (column: string) => quoteCell(unquoteCell(row[column]))
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

/** Cells that get an apostrophe, or already had one. */
const delimiterCells = ['\n=1+1', 'Smith;=1+1', "a|'-1\r\n@x, '+1", 'a; "=1', "'\t=1"]

test('every hash can be recomputed from the exported file alone', async () => {
  const { id: userId, as } = await user(portal, { subscriptionCredits: 100, onDemandCredits: 30 })
  const orderId = newId()
  const settlement = { orderId, capture: 40, reason: '40 leads delivered', actor: 'system', at: new Date() }
  await portal.db.transaction().execute(async (db) => {
    for (const reason of [
      '=1+1',
      "'=1",
      "'plain",
      'a "quoted", b\\c',
      'line\nbreak\t\u0001',
      ...delimiterCells,
      'é 😀 \u2028 \u007f',
    ])
      await grantCredits(db, { userId, bucket: 'ON_DEMAND', amount: 5, reason, actor: 'system' })
    await holdCredits(db, { userId, orderId, amount: 110 })
    await expireSubscriptionCredits(db, { userId, reason: 'Starter ended' })
    await captureHold(db, settlement)
  })
  const { found, recomputed } = computeHashes((await as.call(creditHistory.export, { query: {} })).body)
  expect(found.length).toBeGreaterThan(12)
  expect(recomputed).toEqual(found)
})

const formulaCells = [
  '=HYPERLINK("x")',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '＝1+1',
  'a "quoted", b',
  'line\nbreak',
  "o'neil",
  "'=1",
  '😀',
]

test('a line break in a reason stays inside its cell, whatever kind it is', async () => {
  const owner = await user(portal)
  for (const reason of ['two\nlines', 'two\rlines', '\n=1+1'])
    await grantCredits(portal.db, { userId: owner.id, bucket: 'ON_DEMAND', amount: 5, reason, actor: 'system' })
  const { body } = await owner.as.call(creditHistory.export, { query: {} })
  for (const cell of [`"two\nlines"`, `"two\rlines"`, `"'\n'=1+1"`]) expect(body).toContain(`,${cell},`)
})

test('the export has every page, and no cell runs as a formula', async () => {
  const owner = await user(portal)
  for (const reason of formulaCells)
    await grantCredits(portal.db, { userId: owner.id, bucket: 'ON_DEMAND', amount: 5, reason, actor: 'system' })
  // Enough for two or three batches; the ledger's own function would be slow.
  const more = scaleForTorture(2_050, 4_100)
  await sql`
    insert into credit_entries (user_id, type, bucket, amount, held, balance_after, held_after, actor, reason)
    select ${owner.id}::uuid, 'ADJUST', 'SUBSCRIPTION', -1, 0, ${more} - n, 0, 'system', 'n' || n
    from generate_series(1, ${sql.lit(more)}) n`.execute(portal.db)
  const { status, headers, body } = await owner.as.call(creditHistory.export, { query: {} })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/csv')
  expect(headers.get('content-disposition')).toMatch(/filename="credit-history-\d{4}-\d\d-\d\d\.csv"/)
  const rows: Record<string, string>[] = parse(body, { columns: true })
  expect(rows).toHaveLength(more + formulaCells.length)
  expect(new Set(rows.map(({ Entry }) => Entry)).size).toBe(rows.length)
  // Numbered without gaps, each with the hash of the ledger proof.
  expect(rows.map((row) => Number(row['Number']))).toEqual(rows.map((_, at) => rows.length - at))
  expect(rows.every((row) => /^[0-9a-f]{64}$/.test(row['Hash'] ?? ''))).toBe(true)
  expect(rows[0]).toMatchObject({ Change: '-1', Reason: `n${more}`, Kind: 'Adjusted', Credits: 'Plan' })
  expect(rows.at(-1)).toMatchObject({ Credits: 'Pay-as-you-go', Bucket: 'ON_DEMAND' })
  const reasons = rows.slice(-formulaCells.length).map(({ Reason }) => Reason)
  expect(reasons).toEqual(
    formulaCells.map((reason) => (/^'*[=+\-@\t＝]/.test(reason) ? `'${reason}` : reason)).reverse(),
  )
  const grants = await owner.as.call(creditHistory.export, { query: { type: 'GRANT' } })
  expect(parse(grants.body)).toHaveLength(formulaCells.length + 1)
})

test('the export says whether a pending adjustment was added or removed', async () => {
  const owner = await user(portal)
  for (const marked of [30, -30])
    await sql`
      insert into credit_entries (user_id, type, bucket, amount, held, marked, balance_after, held_after, order_id, actor)
      values (${owner.id}, 'MARK', 'ON_DEMAND', 0, 0, ${marked}, 0, 30, ${newId()}, 'system')`.execute(portal.db)
  const { body } = await owner.as.call(creditHistory.export, { query: {} })
  const rows: Record<string, string>[] = parse(body, { columns: true })
  expect(rows.map((row) => [row['Kind'], row['Change of Marked']])).toEqual([
    ['No longer expires when released', '-30'],
    ['Expires when released', '30'],
  ])
})
