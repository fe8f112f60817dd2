import { expect, test } from 'vitest'
import { findForeignTables } from './lib/table-owners.ts'

const inOrders = (text: string) => findForeignTables({ path: 'modules/orders/orders.queries.ts', text })

test('a module writes and reads its own tables', () => {
  expect(inOrders("db.updateTable('orders').from('orderLeads')")).toEqual([])
  expect(inOrders('sql`insert into order_leads select * from orders`')).toEqual([])
})

test.each([
  "db.insertInto('creditHolds')",
  "db.updateTable('creditHolds as held')",
  'sql`delete from credit_holds where amount = 0`',
  'sql`truncate credit_holds`',
  'sql`with gone as (update credit_holds set amount = 0 returning id) select id from gone`',
])('a write to a table of another module is found: %s', (text) => {
  expect(inOrders(text)).toEqual(['modules/orders/orders.queries.ts writes credit_holds, which credits alone writes'])
})

test.each([
  "db.selectFrom('campaigns')",
  "db.selectFrom('orders').leftJoin('campaigns as c', 'c.id', 'orders.campaignId')",
  "db.selectFrom(['campaigns', 'orders'])",
  "db.selectFrom(['orders', 'campaigns as c'])",
  'sql`select 1 from orders join campaigns on true`',
  'sql`select 1 from orders, campaigns`',
  'sql`select 1 from orders o, campaigns as c, order_leads`',
  'sql`select 1 from public.campaigns`',
  `sql\`select 1 from \${sql\`campaigns\`}\``,
  "sql.table('campaigns')",
  `sql\`exists (\${sql\`select from campaigns\`})\``,
])('a direct read of a table of another module is found: %s', (text) => {
  expect(inOrders(text)).toEqual([
    'modules/orders/orders.queries.ts reads campaigns: use a query that campaigns exports',
  ])
})

test('comments and tables of the property store are ignored', () => {
  expect(inOrders("// db.selectFrom('campaigns')\n/* from campaigns */ sql`select 1 from properties`")).toEqual([])
})
