import { createHash } from 'node:crypto'
import type { Bucket } from '@dooryard/contract/billing/credit-history'
import { type Expression, type Selectable, sql } from 'kysely'
import type { DB, Db } from '../../../platform/postgres/database.ts'

/** Reads a consistent snapshot, regardless of duration and concurrent changes. */
export const inSnapshot = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? read(db)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** Selects an integer as text: a manipulated value may exceed the safe integers. */
const selectAsText = <Column extends string>(column: Column) => sql<string>`${sql.ref(column)}::text`.as(column)

const accountNumberColumns = [
  'entryCount',
  'subscriptionAvailable',
  'subscriptionHeld',
  'onDemandAvailable',
  'onDemandHeld',
] as const

export type LedgerAccount = { userId: string; headHash: Buffer } & Record<(typeof accountNumberColumns)[number], bigint>

export async function selectAccounts(db: Db, after: string | null, limit: number): Promise<LedgerAccount[]> {
  const rows = await db
    .selectFrom('creditAccounts')
    .select(['userId', 'headHash'])
    .select(accountNumberColumns.map(selectAsText))
    .$if(after !== null, (query) => query.where('userId', '>', after ?? ''))
    .orderBy('userId')
    .limit(limit)
    .execute()
  return rows.map((row) => withBigInts(row, accountNumberColumns))
}

type AccountRange = { after: string | null; upTo: string | null }

const entryNumberColumns = ['id', 'seq', 'amount', 'held', 'balanceAfter', 'heldAfter', 'marked'] as const

export async function selectEntryBatch(
  db: Db,
  { after, upTo }: AccountRange,
  last: { userId: string; seq: bigint } | undefined,
  limit: number,
) {
  const rows = await db
    .selectFrom('creditEntries')
    .select(['userId', 'type', 'bucket', 'orderId', 'transactionId', 'reason', 'actor', 'previousHash', 'hash'])
    .select(entryNumberColumns.map(selectAsText))
    .select(sql<string>`extract(epoch from created_at)::text`.as('epoch'))
    .$if(after !== null, (query) => query.where('userId', '>', after ?? ''))
    .$if(upTo !== null, (query) => query.where('userId', '<=', upTo ?? ''))
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(user_id, seq) > (${last?.userId ?? null}::uuid, ${String(last?.seq)}::bigint)`),
    )
    .orderBy('creditEntries.userId')
    .orderBy('creditEntries.seq')
    .limit(limit)
    .execute()
  return rows.map((row) => withBigInts(row, entryNumberColumns))
}

function withBigInts<Row extends Record<Column, string>, Column extends string>(row: Row, columns: readonly Column[]) {
  // The row type guarantees that each of the columns is present.
  const numbers = Object.fromEntries(columns.map((column) => [column, BigInt(row[column])])) as Record<Column, bigint>
  return { ...row, ...numbers } as Omit<Row, Column> & Record<Column, bigint>
}

/** Lists accounts whose held credits differ from the sum of their open holds. */
export async function selectHeldMismatches(db: Db, limit: number) {
  const { rows } = await sql<{ userId: string; bucket: Bucket; held: string; open: string }>`
    with open as (
      select user_id, sum(subscription) as subscription, sum(on_demand) as on_demand
      from credit_holds where settled_at is null group by user_id
    ), both_buckets as (
      select user_id, 'SUBSCRIPTION' as bucket, subscription_held as held, coalesce(open.subscription, 0) as open
      from credit_accounts left join open using (user_id)
      union all
      select user_id, 'ON_DEMAND', on_demand_held, coalesce(open.on_demand, 0)
      from credit_accounts left join open using (user_id)
    )
    select user_id, bucket, held::text, open::text from both_buckets where held <> open
    order by user_id, bucket desc limit ${limit}`.execute(db)
  return rows
}

/** Lists orders whose hold differs from its entries, or where only one of the two exists. */
export async function selectHoldMismatches(db: Db, limit: number) {
  const { rows } = await sql<{ userId: string; orderId: string; entryId: string | null; hasHold: boolean }>`
    with hold_sums as (
      select user_id, order_id, min(id) as entry_id,
        coalesce(sum(held) filter (where type = 'HOLD' and bucket = 'SUBSCRIPTION'), 0) as subscription,
        coalesce(sum(held) filter (where type = 'HOLD' and bucket = 'ON_DEMAND'), 0) as on_demand,
        coalesce(-sum(held) filter (where type = 'CAPTURE'), 0) as captured,
        coalesce(sum(amount) filter (where type = 'RELEASE'), 0) as released,
        bool_or(
          case type
            when 'HOLD' then amount <> -held::numeric or held < 0 or marked <> 0
            when 'CAPTURE' then amount <> 0 or held > 0 or marked <> 0
            when 'RELEASE' then amount <> -held::numeric or held > 0 or marked <> 0
            when 'MARK' then amount <> 0 or held <> 0
            -- What goes when it comes back, and its mark with it.
            else type not in ('EXPIRE', 'REFUND') or amount <> marked or held <> 0 or marked > 0
          end
        ) as is_odd,
        -- What was held from a bucket is released to it, or spent from it.
        coalesce(sum(held) filter (where bucket = 'SUBSCRIPTION'), 0) as subscription_left,
        coalesce(sum(held) filter (where bucket = 'ON_DEMAND'), 0) as on_demand_left,
        coalesce(sum(marked) filter (where bucket = 'SUBSCRIPTION'), 0) as subscription_marked,
        coalesce(sum(marked) filter (where bucket = 'ON_DEMAND'), 0) as on_demand_marked
      from credit_entries where type in ('HOLD', 'CAPTURE', 'RELEASE') or marked <> 0 group by user_id, order_id
    )
    select coalesce(hold.user_id, hold_sums.user_id) as user_id, coalesce(hold.order_id, hold_sums.order_id) as order_id,
      hold_sums.entry_id::text, hold.id is not null as has_hold
    from hold_sums full join credit_holds hold on hold.user_id = hold_sums.user_id and hold.order_id = hold_sums.order_id
    where hold.id is null or coalesce(hold_sums.is_odd, false)
      or hold.subscription <> coalesce(hold_sums.subscription, 0) or hold.on_demand <> coalesce(hold_sums.on_demand, 0)
      or hold.captured <> coalesce(hold_sums.captured, 0) or hold.released <> coalesce(hold_sums.released, 0)
      or case when hold.settled_at is null
        then hold.captured <> 0 or hold.released <> 0
        else hold.captured::numeric + hold.released <> hold.subscription::numeric + hold.on_demand
          or coalesce(hold_sums.subscription_left, 0) <> 0 or coalesce(hold_sums.on_demand_left, 0) <> 0
        end
      -- No more of it is marked than it holds, and nothing once it is settled.
      or coalesce(hold_sums.subscription_marked, 0) not between 0 and hold_sums.subscription_left
      or coalesce(hold_sums.on_demand_marked, 0) not between 0 and hold_sums.on_demand_left
    order by 1, 2 limit ${limit}`.execute(db)
  return rows
}

/** The payments, recorded by a module above this one. */
export type SelectPayments = (db: Db) => Expression<{ id: string; userId: string; creditsGranted: number }>

/**
 * Lists payments whose credits in the ledger differ from the amount they brought, and ledger credits for payments that
 * do not exist.
 */
export async function selectPaymentMismatches(db: Db, selectPayments: SelectPayments, limit: number) {
  const { rows } = await sql<{
    userId: string
    paymentId: string
    brought: string | null
    given: string
    wentBack: string
  }>`
    with payment_sums as (
      select user_id, transaction_id,
        coalesce(sum(amount) filter (where type in ('GRANT', 'PURCHASE', 'COUPON')), 0) as given,
        coalesce(-sum(amount) filter (where type = 'REFUND'), 0) as went_back
      from credit_entries where transaction_id is not null group by user_id, transaction_id
    )
    select coalesce(payment.user_id, payment_sums.user_id) as user_id, coalesce(payment.id, payment_sums.transaction_id) as payment_id,
      payment.credits_granted::text as brought, coalesce(payment_sums.given, 0)::text as given,
      coalesce(payment_sums.went_back, 0)::text as went_back
    from payment_sums full join ${selectPayments(db)} payment
      on payment.user_id = payment_sums.user_id and payment.id = payment_sums.transaction_id
    where payment.id is null or payment.credits_granted <> coalesce(payment_sums.given, 0) or payment_sums.went_back > payment_sums.given
    order by 1, 2 limit ${limit}`.execute(db)
  return rows
}

/** The triggers that protect the ledger: name, function, and when they fire, as `tgtype` of the catalog. */
const triggers = [
  ['credit_entries_append_only', 'refuse_change', 58],
  ['credit_entries_chain', 'chain_credit_entry', 7],
] as const

/**
 * The functions of these triggers: language and SHA-256 of the source. A migration that changes one must update it
 * here.
 */
const functions: Record<string, [language: string, source: string]> = {
  refuse_change: ['plpgsql', 'df89b0c65f44ffae87695685fca411fb8ad998cff6768bb8a176024d331910f3'],
  chain_credit_entry: ['plpgsql', '7203dd8827ef773705d34cea20cb1c2a8bb774c88f34eb5e16c67e419bb7912d'],
  credit_entry_text: ['sql', '7333ea037fb348ecbef590a0cd46a5a7b24a2e999cca7e1064fd70a61afab248'],
}

/** Lists triggers that are missing, disabled or altered, and functions that differ from the expected ones. */
export const findBrokenGuards = async (db: Db) => ({
  triggers: await selectMissingTriggers(db),
  functions: await selectChangedFunctions(db),
})

async function selectMissingTriggers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger
    where tgrelid = 'credit_entries'::regclass and tgenabled in ('O', 'A') and tgqual is null
      and (tgname, tgfoid, tgtype) in (${sql.join(
        triggers.map(([name, does, type]) => sql`(${name}::name, ${does}::regproc::oid, ${type}::smallint)`),
      )})`.execute(db)
  return triggers.map(([name]) => name).filter((name) => !rows.some((row) => row.name === name))
}

async function selectChangedFunctions(db: Db): Promise<string[]> {
  // In all schemas: which of two functions is called depends on a setting.
  const { rows } = await sql<{ name: string; language: string; source: string }>`
    select proname as name, lanname as language, prosrc as source
    from pg_proc join pg_language on pg_language.oid = prolang
    where proname in (${sql.join(Object.keys(functions))})`.execute(db)
  return Object.entries(functions)
    .filter(([name, [language, source]]) => {
      const [found, ...others] = rows.filter((row) => row.name === name)
      return others.length > 0 || found?.language !== language || sha256(found.source) !== source
    })
    .map(([name]) => name)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const checkColumns = [
  'day',
  'startedAt',
  'isIntact',
  'accounts',
  'entries',
  'digest',
  'checkedAt',
  'alertedAt',
  'signature',
] as const

export type LedgerCheck = Omit<Selectable<DB['ledgerChecks']>, 'day' | 'startedAt' | 'signature'> & { startedAt: Date }

export const insertCheck = (db: Db, day: string) =>
  db
    .insertInto('ledgerChecks')
    .values({ day })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const lockCheck = (db: Db, day: string) =>
  db.selectFrom('ledgerChecks').select(checkColumns).where('day', '=', day).forUpdate().executeTakeFirst()

export const updateCheck = (db: Db, day: string, noted: LedgerCheck & { signature: Buffer }) =>
  db.updateTable('ledgerChecks').set(noted).where('day', '=', day).execute()
