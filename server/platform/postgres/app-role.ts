import pg, { type PoolClient } from 'pg'
import type { Log } from '../log.ts'
import { asRole, openPool, type Pool } from './database.ts'
import { withMigrationLock } from './migrate.ts'

/** One role per database: a user of a role shared by several could read the rows of all of them. */
export async function getAppRole(database: Pick<Pool, 'query'>): Promise<string> {
  const { rows } = await database.query<{ role: string }>(
    `select 'dooryard_app_' || oid as role from pg_database where datname = current_database()`,
  )
  return rows[0]?.role ?? ''
}

const appendOnly = ['credit_entries', 'audit_log']
/** Written by the migrating user. */
const readOnly = ['schema_migrations', 'graphile_worker.migrations']

/** Result columns of a daily ledger check; its day never changes, nor is its row deleted. */
const ledgerCheckColumns = [
  ...['started_at', 'is_intact', 'accounts', 'entries', 'digest', 'checked_at', 'alerted_at', 'signature'],
  // Their former names, which the release before writes: dropped with these columns in the next release.
  ...['begun_at', 'late_at', 'seal'],
]

/** A missing right, at the grant or at the connection, and a pooler in between that takes no such option. */
const refusalCodes = ['42501', '0LP01', '08P01']

/**
 * Switches to the application's role and its rights; keeps the user's own, with a warning, where that is not allowed.
 */
export async function getAppConnectionString(owner: Pool, connectionString: string, log?: Log): Promise<string> {
  const role = await getAppRole(owner)
  const asApp = asRole(connectionString, role)
  try {
    await withMigrationLock(owner, (client) => grantAppRole(client, role))
    if (await canUseRole(asApp, role)) return asApp
    warn(log, role, 'the connection ignores the role asked for')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !refusalCodes.includes(error.code ?? '')) throw error
    warn(log, role, error.message)
  }
  return connectionString
}

const warn = (log: Log | undefined, role: string, reason: string) =>
  log?.warn(
    { reason },
    `The application connects as the owner of its tables, since it cannot use the role ${role}. ` +
      'What to run is said in docs/security.md.',
  )

async function grantAppRole(client: PoolClient, role: string): Promise<void> {
  await ensureRole(client, role)
  const tables = await listOwnedRelations(client, role, ['r', 'p', 'v'])
  const sequences = await listOwnedRelations(client, role, ['S'])
  await client.query('begin')
  await client.query(`
    grant usage on schema public, graphile_worker to ${role};
    grant select, insert, update, delete on ${formatNames(tables)} to ${role};
    grant usage on sequence ${formatNames(sequences)} to ${role};
    revoke update, delete on ${appendOnly.join(', ')} from ${role};
    revoke insert, update, delete on ${readOnly.join(', ')} from ${role};
    revoke update, delete on ledger_checks from ${role};
    grant update (${ledgerCheckColumns.join(', ')}) on ledger_checks to ${role};`)
  // The job library protects its tables with row security, which admits only their owner.
  for (const { name } of tables.filter(({ needsPolicy }) => needsPolicy))
    await client.query(`create policy ${role} on ${name} to ${role} using (true) with check (true)`)
  await client.query('commit')
}

async function ensureRole(client: PoolClient, role: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount === 0) await client.query(`create role ${role} nologin`)
  // A user who creates a role may grant it, to itself too, and only then set it.
  await client.query(`set role ${role}`).catch(() => client.query(`grant ${role} to current_user`))
  await client.query('reset role')
}

/** Our relations and the job library's. Those of an extension cannot be granted. */
async function listOwnedRelations(client: PoolClient, role: string, kinds: string[]) {
  const { rows } = await client.query<{ name: string; needsPolicy: boolean }>(
    `select format('%I.%I', nspname, relname) as name,
       relrowsecurity and not exists (select from pg_policy where polrelid = c.oid and polname = $1) as "needsPolicy"
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'graphile_worker') and relkind = any($2)
       and pg_has_role(relowner, 'USAGE')
       and not exists (select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype = 'e')
     order by name`,
    [role, kinds],
  )
  return rows
}

const formatNames = (relations: { name: string }[]) => relations.map(({ name }) => name).join(', ')

async function canUseRole(connectionString: string, role: string): Promise<boolean> {
  const pool = openPool(connectionString, { max: 1 })
  try {
    const { rows } = await pool.query<{ role: string }>('select current_user as role')
    return rows[0]?.role === role
  } finally {
    await pool.end()
  }
}
