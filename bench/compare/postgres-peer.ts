import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { ClickHouse } from '../../server/platform/clickhouse/client.ts'
import type { Log } from '../../server/platform/log.ts'
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts'

export type Peer = { query: (sql: string) => Promise<Record<string, unknown>[]>; stop: () => Promise<void> }

/** The settings of a dedicated PostgreSQL on a machine of this size. */
const tuning = {
  shared_buffers: '4GB',
  effective_cache_size: '12GB',
  work_mem: '64MB',
  maintenance_work_mem: '1GB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
  effective_io_concurrency: '64',
  max_parallel_workers_per_gather: '2',
  max_parallel_maintenance_workers: '2',
}

// Unsigned in the store; shifted down here, which keeps the order.
const propertyId = 'reinterpretAsInt64(bitXor(property_id, toUInt64(9223372036854775808)))'

const propertyColumns: Record<string, [type: string, value: string]> = {
  property_id: ['bigint', propertyId],
  apn: ['text', 'apn'],
  state: ['text', 'state'],
  county_fips: ['text', 'county_fips'],
  address: ['text', 'address'],
  unit: ['text', 'unit'],
  city: ['text', 'city'],
  zip: ['text', 'zip'],
  lat: ['float8', 'lat'],
  lng: ['float8', 'lng'],
  at: ['point', "if(isNull(lat), null, concat('(', toString(lng), ',', toString(lat), ')'))"],
  owner_names: [
    'text[]',
    "concat('{', arrayStringConcat(arrayMap(name -> concat('\"', name, '\"'), owner_names), ','), '}')",
  ],
  owner_type: ['text', 'owner_type'],
  // The same bits as in the store.
  owner_key: ['bigint', 'reinterpretAsInt64(owner_key)'],
  mailing_address: ['text', 'mailing_address'],
  mailing_city: ['text', 'mailing_city'],
  mailing_state: ['text', 'mailing_state'],
  mailing_zip: ['text', 'mailing_zip'],
  occupancy: ['text', 'occupancy'],
  asset_class: ['text', 'asset_class'],
  asset_sub_group: ['text', 'asset_sub_group'],
  bedrooms: ['smallint', 'bedrooms'],
  bathrooms: ['real', 'bathrooms'],
  living_area_sqft: ['int', 'living_area_sqft'],
  year_built: ['smallint', 'year_built'],
  estimated_value: ['int', 'estimated_value'],
  last_sale_date: ['date', 'last_sale_date'],
  last_sale_price: ['int', 'last_sale_price'],
  signals: ['int', 'signals'],
  signal_list: [
    'int[]',
    "concat('{', arrayStringConcat(arrayMap(bit -> toString(bit), bitPositionsToArray(signals)), ','), '}')",
  ],
  is_mailable: ['bool', 'is_mailable'],
}

const transferColumns: Record<string, [type: string, value: string]> = {
  source: ['text', 'source'],
  property_id: ['bigint', propertyId],
  state: ['text', 'state'],
  county_fips: ['text', 'county_fips'],
  lat: ['float8', 'lat'],
  lng: ['float8', 'lng'],
  at: ['point', "if(isNull(lat), null, concat('(', toString(lng), ',', toString(lat), ')'))"],
  recorded_on: ['date', 'recorded_on'],
  is_month_only: ['bool', 'is_month_only'],
  price: ['int', 'price'],
  deed_type: ['text', 'deed_type'],
  is_deed_inferred: ['bool', 'is_deed_inferred'],
  buyer: ['text', 'buyer'],
  buyer_key: ['bigint', 'reinterpretAsInt64(buyer_key)'],
  buyer_type: ['text', 'buyer_type'],
  seller: ['text', 'seller'],
  loan_amount: ['int', 'loan_amount'],
  cash_purchase: ['bool', 'cash_purchase'],
  arms_length: ['bool', 'arms_length'],
  document: ['text', 'document'],
}

const tables = { properties: propertyColumns, transfers: transferColumns }

const indexes = [
  'create index on properties (property_id)',
  'create index on properties (state, county_fips, zip, property_id)',
  'create index on properties (county_fips, estimated_value)',
  'create index on properties (zip, estimated_value)',
  'create index on properties (state, estimated_value)',
  'create index on properties (owner_key)',
  'create index on properties (address text_pattern_ops)',
  'create index on properties using gist (at)',
  'create index on properties using gin (signal_list)',
  'create index on transfers (buyer_key)',
  'create index on transfers (property_id)',
  // Indexes days together with positions, by an extension of PostgreSQL: three of four deeds are older than any
  // question.
  'create extension if not exists btree_gist',
  'create index on transfers using gist (at, recorded_on)',
]

/** Starts PostgreSQL with the settings above; `isNew` until it is fully loaded. */
export async function startPeer(folder: string, log: Log, signal: AbortSignal): Promise<Peer & { isNew: boolean }> {
  signal.throwIfAborted()
  const options = { folder, log, unsafe: true }
  const first = await startEmbeddedPostgres(options)
  await withClient(first.connectionString, async (client) => {
    for (const [name, value] of Object.entries(tuning)) await client.query(`alter system set ${name} = '${value}'`)
  })
  // Some settings take effect only at the start.
  await first.stop()
  const server = await startEmbeddedPostgres(options)
  const peer = await connectPeer(server.connectionString)
  const known = await peer.query("select 1 from pg_class where relname = 'loaded'")
  const stop = async () => {
    await peer.stop()
    await server.stop()
  }
  return { ...peer, stop, isNew: known.length === 0 }
}

/** Connects to an existing database, whose owner may read files of the server. */
export async function connectPeer(connectionString: string): Promise<Peer> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return { query: async (sql) => (await client.query(sql)).rows, stop: () => client.end() }
}

async function requireSameRows(
  table: string,
  { query, clickhouse }: Pick<Peer, 'query'> & { clickhouse: ClickHouse },
): Promise<void> {
  const sql = `select count(*) as count from ${table}`
  const [[ours], [theirs]] = await Promise.all([clickhouse.rows<{ count: string }>(sql), query(sql)])
  if (ours?.count === theirs?.count) return
  throw new Error(`Of ${table} the store has ${ours?.count} rows, and PostgreSQL ${theirs?.count}.`)
}

async function withClient(connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await work(client).finally(() => client.end())
}

/**
 * Loads the rows of the store, builds indexes and analyzes. Throws where a table has a different number of rows than
 * the store: nothing could be compared then.
 */
export async function loadPeer(
  { query }: Peer,
  clickhouse: ClickHouse,
  { onProgress, signal }: { onProgress: (what: string) => void; signal: AbortSignal },
): Promise<void> {
  // The server may run as another user, who has to read files from here.
  const folder = await mkdtemp(join(tmpdir(), 'dooryard-bench-copy-'))
  await chmod(folder, 0o755)
  try {
    for (const [table, columns] of Object.entries(tables)) {
      await query(`drop table if exists ${table}`)
      await query(
        `create unlogged table ${table} (${Object.entries(columns).map(([name, [type]]) => `${name} ${type}`)})`,
      )
      const states = await clickhouse.rows<{ state: string }>(`select distinct state from ${table} order by state`)
      for (const { state } of states) {
        signal.throwIfAborted()
        onProgress(`PostgreSQL takes in ${table} of ${state}`)
        const file = join(folder, `${table}-${state}.tsv`)
        const values = Object.values(columns).map(([, value]) => value)
        await clickhouse.run(`insert into function file('${file}', 'TabSeparated')
          select ${values.join(', ')} from ${table} where state = '${state}' order by county_fips`)
        await chmod(file, 0o644)
        await query(`copy ${table} from '${file}'`)
        await rm(file)
      }
      await requireSameRows(table, { query, clickhouse })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  for (const sql of [...indexes, 'vacuum analyze', 'create table loaded ()']) {
    signal.throwIfAborted()
    onProgress(`PostgreSQL: ${sql}`)
    await query(sql)
  }
}
