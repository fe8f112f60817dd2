import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Files } from '../../../platform/files/disk-files.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { verifyLedger } from '../../credits/ledger/ledger.fixture.ts'

/** Invariants of a finished order, each with a description of its violation. */
const ruleByViolation = {
  'is in progress': sql`internal_status not in ('READY', 'FAILED', 'CANCELLED')`,
  'has an open hold': sql`not exists (select from credit_holds h where h.order_id = o.id and h.settled_at is not null)`,
  'was charged for other leads than it delivered': sql`(select h.captured from credit_holds h where h.order_id = o.id)
    <> (select coalesce(sum(case when l.is_repeat then 0 when l.adds_phones then o.credits_to_add_phones
        else o.credit_required end), 0) from order_leads l where l.order_id = o.id and o.internal_status = 'READY')`,
  'was captured or released more than once': sql`exists (select from credit_entries e where e.order_id = o.id
    group by e.type, e.bucket having count(*) > 1)`,
  'went through a status twice': sql`exists (select from order_transitions t where t.order_id = o.id
    group by t.to_status having count(*) > 1)`,
  'has not one file': sql`(select count(*) from order_files f where f.order_id = o.id)
    <> case when internal_status = 'READY' then 1 else 0 end`,
  'says another number of leads than it has': sql`internal_status = 'READY'
    and delivered_quantity <> (select count(*) from order_leads l where l.order_id = o.id)`,
  'is not on the board with what it delivered': sql`(select count(*) from pipeline_leads b where b.order_id = o.id)
    <> case when internal_status = 'READY' then delivered_quantity else 0 end`,
  'has more leads than were asked for': sql`delivered_quantity > quantity`,
  'has a lead that nobody may call': sql`internal_status = 'READY' and campaign_type = 'CALL_READY' and exists
    (select from order_leads l where l.order_id = o.id and not coalesce(l.contacts @> '[{"scrub": "CLEAN"}]', false))`,
  'has a job': sql`exists (select from graphile_worker.jobs j where j.key = 'order:' || o.id)`,
}

const paidTwiceSql = sql<{ orderId: string }>`select max(l.order_id::text) as "orderId" from order_leads l
  join orders o on o.id = l.order_id where o.internal_status = 'READY' and not l.is_repeat
  group by o.user_id, o.campaign_type, l.property_id, l.owner_key having count(*) > 1`

/** Describes every violation in finished orders; empty when there are none. */
export async function findOrderViolations(db: Db, files: Files): Promise<string[]> {
  const violations: string[] = []
  for (const [violation, rule] of Object.entries(ruleByViolation)) {
    const { rows } = await sql<{ id: string }>`select o.id from orders o where ${rule}`.execute(db)
    violations.push(...rows.map(({ id }) => `${id} ${violation}`))
  }
  const { rows } = await paidTwiceSql.execute(db)
  violations.push(...rows.map(({ orderId }) => `${orderId} has a lead that was paid for before`))
  violations.push(...(await findFileViolations(db, files)))
  const { problems } = await verifyLedger(db)
  return [...violations, ...problems.map((problem) => JSON.stringify(problem))]
}

/** Missing files, and files that differ from their record. */
export async function findFileViolations(db: Db, files: Files): Promise<string[]> {
  const versions = await db.selectFrom('orderFiles').select(['orderId', 'fileKey', 'sha256', 'leads']).execute()
  const checks = versions.map(async ({ orderId, fileKey, sha256, leads }) => {
    if (!(await files.exists(fileKey))) return [`${orderId} has no file`]
    const hash = createHash('sha256')
    await pipeline(files.read(fileKey), hash)
    const text = (await files.read(fileKey).toArray()).join('')
    return [
      ...(hash.digest('hex') === sha256 ? [] : [`${orderId} has another file than it says`]),
      // No cell contains a line end.
      ...(text.trimEnd().split('\r\n').length === leads + 1 ? [] : [`${orderId} has a file of other leads`]),
    ]
  })
  return (await Promise.all(checks)).flat()
}

/** Differences, in either direction, between the order events emitted and what happened to the orders. */
export async function findEventMismatches(db: Db) {
  const transitions = sql`select order_id::text as "orderId", from_status, to_status, 'order.status_changed' as type
      from order_transitions where from_status is not null
    union all select order_id::text, null, null, case to_status when 'QUEUED' then 'order.created'
      when 'READY' then 'order.completed' else 'order.failed' end
      from order_transitions where to_status in ('QUEUED', 'READY', 'FAILED', 'CANCELLED')`
  const emitted = sql`select body::json #>> '{data,order,id}' as "orderId", body::json #>> '{data,from}',
    body::json #>> '{data,to}', type from webhook_events where type like 'order.%'`
  const { rows } = await sql<{ orderId: string; type: string }>`
    ((${transitions}) except all (${emitted})) union all ((${emitted}) except all (${transitions}))`.execute(db)
  return rows
}
