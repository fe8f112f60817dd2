/**
 * The owner of each table, which alone writes to it: a folder of `server/modules`, or a path in `server/platform`
 * without its extension.
 */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  identity: [
    ...['users', 'sessions', 'email_codes', 'sign_in_challenges', 'oidc_requests', 'external_identities'],
    ...['passkeys', 'used_passkey_challenges', 'notifications', 'notification_settings', 'user_notes'],
    ...['email_changes', 'registration_attempts', 'affiliate_periods'],
    ...['totp_secrets', 'recovery_codes', 'remembered_devices', 'second_factor_policies'],
  ],
  credits: ['credit_accounts', 'credit_entries', 'credit_holds', 'credit_settings', 'ledger_checks', 'spending_alerts'],
  properties: [
    'rolls',
    'sources',
    'source_versions',
    'gazetteers',
    'dataset_refreshes',
    'dataset_versions',
    'owner_reveals',
    'name_searches',
    'buyer_lists',
    'buyer_list_entries',
    ...['county_setups', 'county_setup_files', 'county_setup_tables', 'county_setup_checks'],
  ],
  contacts: ['contact_leases', 'contact_sources', 'contact_daily_usage', 'contact_traces', 'contact_vendors'],
  dnc: ['dnc_list_versions', 'dnc_batches'],
  webhooks: ['webhooks', 'webhook_events', 'webhook_attempts', 'webhook_hourly_stats'],
  'api-keys': ['api_keys', 'api_key_daily_usage'],
  campaigns: ['campaigns', 'campaign_results'],
  'saved-searches': [
    ...['saved_searches', 'saved_search_counts', 'saved_search_mails', 'saved_search_sets'],
    ...['property_lists', 'property_list_entries'],
  ],
  coupons: ['coupons', 'coupon_redemptions', 'commission_terms', 'commission_entries'],
  orders: [
    ...['orders', 'order_files', 'order_leads', 'order_notices', 'order_rechecks', 'order_transitions', 'test_orders'],
    ...[
      'pipeline_leads',
      'lead_activity',
      'lead_labels',
      'lead_tasks',
      'lead_purchases',
      'export_presets',
      'order_exports',
    ],
    ...['suppression_lists', 'suppression_entries', 'suppression_matches', 'suppression_daily_entries'],
    ...['recurring_orders', 'recurring_order_runs'],
    ...['letter_templates', 'letter_senders', 'mailings', 'mailing_recipients', 'mailing_files'],
  ],
  billing: [
    ...['auto_top_ups', 'billing_customers', 'billing_details', 'checkouts', 'packs', 'plans', 'payment_events'],
    ...['payment_transactions', 'payment_refunds'],
    ...['subscriptions', 'subscription_months', 'subscription_quotes', 'invoice_numbers', 'credit_note_numbers'],
    ...['sandbox_clock', 'sandbox_objects'],
  ],
  demo: ['demo_accounts', 'demo_history'],
  statistics: ['first_steps'],
  'platform/audit': ['audit_log'],
  'platform/errors/reports': ['error_groups', 'error_events'],
  'platform/files/imports': ['file_imports'],
  'platform/http': ['idempotency_keys', 'rate_limits'],
  'platform/jobs': ['workers'],
  'platform/mail': ['outbox_mails'],
  'platform/files/uploads': ['uploads'],
}

/** Additional readers of a table: the platform, which cannot import modules, and the module that shows its log. */
const readersByTable: Readonly<Record<string, readonly string[]>> = {
  users: ['platform/lists/owners.queries.ts', 'platform/lists/paged-lists.queries.ts'],
  audit_log: ['audit-log'],
}

const ownerByTable = new Map(
  Object.entries(tableOwners).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
)

export type SourceFile = { /** Relative to `server`. */ path: string; text: string }

const callPattern =
  /\b(insertInto|updateTable|deleteFrom|mergeInto|selectFrom|\w+Join|using|from|table)\(\s*('\w+|\[[^\]]*\])/g
const tableName = String.raw`(?:only\s+)?(?:public\.)?(?:\$\{sql\x60)?([a-z_]+)\b`
const verbs = 'insert into|update|delete from|truncate|lock table|copy|from|join'
const statementPattern = new RegExp(`\\b(${verbs})\\s+${tableName}`, 'gi')
/** Several tables, with or without aliases: `from orders o, credit_holds`. */
const listPattern = /\bfrom\s+((?:\w+(?:\s+(?:as\s+)?\w+)?\s*,\s*)+\w+)/gi
const readingVerbs = new Set(['selectFrom', 'using', 'from', 'table', 'join', 'copy', 'lock table'])

/** The accesses of a file to tables of other modules, one sentence each. */
export function findForeignTables({ path, text }: SourceFile): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const named = [...code.matchAll(callPattern)].map(([, verb = '', names = '']) => ({
    verb,
    tables: names.match(/(?<=')\w+/g),
  }))
  const stated = [...code.matchAll(statementPattern)].map(([, verb = '', table = '']) => ({ verb, tables: [table] }))
  const listed = [...code.matchAll(listPattern)].map(([, names = '']) => ({
    verb: 'from',
    tables: names.match(/(?<=^|,\s*)\w+/g),
  }))
  const uses = [...named, ...stated, ...listed].flatMap(({ verb, tables }) =>
    (tables ?? []).map((table) => ({ verb, table })),
  )
  const found = uses.flatMap(({ verb, table: name }) => {
    const table = toSnakeCase(name)
    const owner = ownerByTable.get(table)
    if (!owner || isWithin(path, owner)) return []
    if (!readingVerbs.has(verb) && !verb.endsWith('Join'))
      return [`${path} writes ${table}, which ${owner} alone writes`]
    return readersByTable[table]?.some((reader) => isWithin(path, reader))
      ? []
      : [`${path} reads ${table}: use a query that ${owner} exports`]
  })
  return [...new Set(found)]
}

const isWithin = (path: string, owner: string) =>
  path.startsWith(owner.startsWith('platform/') ? owner : `modules/${owner}/`)

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
