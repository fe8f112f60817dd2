import { sql } from 'kysely'
import type { Services } from '../../server/platform/context.ts'
import { type Db, inTransaction } from '../../server/platform/postgres/database.ts'

/** The number of rows of each kind. */
export type AdminDataSize = { users: number; campaigns: number; orders: number; keys: number; webhooks: number }

/** One order in this many has a word in its name with a letter that no other order has. */
export const rowsPerRareWord = 50_000

const pickSql = (from: string[], by: string) =>
  sql`(array[${sql.join(from.map((one) => sql.lit(one)))}])[1 + mod(${sql.raw(by)}, ${sql.lit(from.length)})::int]`

const firstNameSql = pickSql(
  ['Ada', 'Benny', 'Casey', 'Dana', 'Erin', 'Frankie', 'Gale', 'Harper', 'Indra', 'Jody'],
  'n',
)
const lastNameSql = pickSql(
  ['Placeholder', 'Sampleton', 'Testwell', 'Mockford', 'Examplar', 'Fictive', 'Madeup'],
  'n / 10',
)
const companySql = pickSql(['Example Outreach', 'Sample Holdings', 'Testwell Homes', 'Mock Mailings'], 'n / 7')
const placeSql = pickSql(['Davidson', 'Shelby', 'Knox', 'Wake', 'Cook', 'Maricopa', 'Travis', 'Fulton'], 'n / 3')
const kindSql = pickSql(['absentee owners', 'landlords', 'free and clear', 'tired landlords', 'out of state'], 'n / 5')

/** Ids in numerical order, so that they can be computed. */
const buildIdSql = (table: string, n: string) =>
  sql.raw(`('00000000-0000-7000-8${table}-' || lpad(to_hex(${n}), 12, '0'))::uuid`)

/** Instants spread over three years, so that consecutive rows are not close in time. */
const randomTimeSql = sql`now() - mod(n * 48271::bigint, 94608000) * interval '1 second'`

/**
 * Inserts users, of whom one in twenty has campaigns, and orders, nine in ten of them in campaigns, with their credit
 * holds. Totals that triggers maintain row by row are computed once.
 */
export async function seedAdminData(services: Services, size: AdminDataSize): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    // The application's own role may not do this.
    await sql`set local role none`.execute(db)
    const triggers = (state: 'disable' | 'enable') =>
      Promise.all(
        ['orders', 'credit_holds'].map((table) => sql.raw(`alter table ${table} ${state} trigger user`).execute(db)),
      )
    await triggers('disable')
    await addUsers(db, size)
    await addCampaigns(db, size)
    await addOrders(db, size)
    await addKeys(db, size)
    await addWebhooks(db, size)
    await triggers('enable')
  })
  await vacuum(services.db, ['users', 'campaigns', 'orders', 'credit_holds', 'api_keys', 'webhooks'])
}

/**
 * The server does this by itself in time; until then no index-only scan is possible. Only the owner of the tables may
 * do it.
 */
const vacuum = (db: Db, tables: readonly string[]): Promise<void> =>
  db.connection().execute(async (owner) => {
    await sql`set role none`.execute(owner)
    for (const table of tables) await sql.raw(`vacuum analyze ${table}`).execute(owner)
    await sql`reset role`.execute(owner)
  })

async function addUsers(db: Db, { users }: AdminDataSize): Promise<void> {
  await sql`insert into users (id, email, password_hash, role, phone, first_name, last_name, company_name, email_verified_at, created_at)
    select ${buildIdSql('001', 'n')}, 'person-' || n || '@example.com', 'none',
      case when n % 20 = 0 then 'ENTERPRISE_USER' when n % 997 = 1 then 'AFFILIATE_USER' else 'CONSUMER_USER' end,
      '615-555-0199', ${firstNameSql}, ${lastNameSql}, case when n % 3 = 0 then ${companySql} end, now(), ${randomTimeSql}
    from generate_series(0, ${users - 1}) n`.execute(db)
  await sql`insert into credit_accounts (user_id, on_demand_available)
    select ${buildIdSql('001', 'n')}, n % 5000 from generate_series(0, ${users - 1}) n`.execute(db)
}

async function addCampaigns(db: Db, { users, campaigns }: AdminDataSize): Promise<void> {
  await sql`insert into campaigns (id, user_id, name, campaign_type, criteria, status, created_at, updated_at)
    select ${buildIdSql('002', 'n')}, ${buildIdSql('001', `(n % ${Math.floor(users / 20)}) * 20`)}, ${placeSql} || ' ' || ${kindSql} || ' ' || n,
      case when n % 4 = 0 then 'CALL_READY' else 'MAIL_READY' end, '{"location":{"states":["TN"]}}',
      case when n % 9 = 0 then 'ARCHIVED' else 'ACTIVE' end, ${randomTimeSql}, ${randomTimeSql} + interval '1 hour'
    from generate_series(0, ${campaigns - 1}) n`.execute(db)
}

async function addOrders(db: Db, { users, campaigns, orders }: AdminDataSize): Promise<void> {
  await sql`insert into orders (id, user_id, campaign_id, order_name, campaign_type, quantity, credit_required, criteria,
      internal_status, delivered_quantity, file_version, created_at, completed_at, updated_at, total_price)
    select ${buildIdSql('003', 'n')},
      case when n % 10 = 0 then ${buildIdSql('001', `(n % ${users}) / 20 * 20 + 1`)}
        else ${buildIdSql('001', `(n % ${campaigns} % ${Math.floor(users / 20)}) * 20`)} end,
      case when n % 10 > 0 then ${buildIdSql('002', `n % ${campaigns}`)} end,
      ${placeSql} || ' mailing ' || n || case when n % ${rowsPerRareWord} = 0 then ' quails' else '' end,
      case when n % 10 > 0 and n % ${campaigns} % 4 = 0 then 'CALL_READY' else 'MAIL_READY' end,
      50 + n % 950, 1, '{"location":{"states":["TN"]}}',
      case when n % 50 = 0 then 'FAILED' when n % 75 = 0 then 'CANCELLED' when n % 9973 = 1 then 'QUEUED' else 'READY' end,
      case when n % 50 > 0 and n % 75 > 0 and n % 9973 != 1 then 50 + n % 950 else 0 end, 1,
      ${randomTimeSql}, ${randomTimeSql}, ${randomTimeSql} + interval '1 minute',
      case when n % 50 > 0 and n % 75 > 0 then 50 + n % 950 else 0 end
    from generate_series(0, ${orders - 1}) n`.execute(db)
  await sql`insert into credit_holds (id, user_id, order_id, subscription, on_demand, captured, released, settled_at, created_at)
    select id, user_id, id, 0, quantity,
      case when internal_status = 'READY' then quantity else 0 end,
      case when internal_status in ('FAILED', 'CANCELLED') then quantity else 0 end,
      case when internal_status != 'QUEUED' then completed_at end, created_at
    from orders`.execute(db)
  await sql`update campaigns set order_count = sums.orders, leads_delivered = sums.leads, total_price = sums.price
    from (select campaign_id, count(*) as orders, sum(delivered_quantity) as leads, sum(total_price) as price
      from orders group by campaign_id) sums
    where sums.campaign_id = campaigns.id`.execute(db)
}

async function addKeys(db: Db, { users, keys }: AdminDataSize): Promise<void> {
  await sql`insert into api_keys (id, user_id, name, prefix, hash, scopes, created_at, last_used_at)
    select ${buildIdSql('004', 'n')}, ${buildIdSql('001', `(n % ${Math.floor(users / 20)}) * 20`)}, ${placeSql} || ' key ' || n,
      'dy_live_' || substr(md5(n::text), 1, 6), sha256(n::text::bytea), '{orders:read}', ${randomTimeSql},
      case when n % 3 > 0 then ${randomTimeSql} + interval '1 hour' end
    from generate_series(0, ${keys - 1}) n`.execute(db)
}

async function addWebhooks(db: Db, { users, webhooks }: AdminDataSize): Promise<void> {
  await sql`insert into webhooks (id, user_id, url, events, secret, failing_since, created_at, updated_at)
    select ${buildIdSql('005', 'n')}, ${buildIdSql('001', `(n % ${Math.floor(users / 20)}) * 20`)},
      'https://hooks-' || n || '.example.com/' || lower(${placeSql}), '{order.completed}', 'none',
      case when n % 50 = 0 then now() end, ${randomTimeSql}, ${randomTimeSql}
    from generate_series(0, ${webhooks - 1}) n`.execute(db)
}
