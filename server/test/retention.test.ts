import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callReadyExpiryDays, contactReuseDays, secretOverlapHours } from '@dooryard/contract/api/limits'
import { maxPropertyLists, propertyListRestorableDays } from '@dooryard/contract/data/property-lists'
import { setupKeptDays } from '@dooryard/contract/data/sources/county-setups'
import { notificationDays } from '@dooryard/contract/identity/notifications'
import { webhookLogDays } from '@dooryard/contract/integrations/webhooks'
import { taskRestorableHours } from '@dooryard/contract/leads/tasks'
import { noteRestorableHours } from '@dooryard/contract/orders/lead-board'
import { ownerRevealDays } from '@dooryard/contract/properties/owner-reveals'
import { maxRestorableSearches, savedSearchRestorableDays } from '@dooryard/contract/properties/saved-searches'
import { afterAll, expect, test } from 'vitest'
import { apiKeyUsageRetentionDays } from '../modules/api-keys/verify-api-key.ts'
import { eventRetentionMs, quoteRetentionMs } from '../modules/billing/billing.jobs.ts'
import { loadRetentionMs } from '../modules/dnc/dnc.jobs.ts'
import { codeLifeMs, expiredCodeRetentionMs } from '../modules/identity/codes/email-codes.ts'
import { requestLifetimeMs } from '../modules/identity/external/requests.ts'
import { passkeyChallengeLifeMs } from '../modules/identity/passkeys/challenges.ts'
import { unverifiedRetentionDays } from '../modules/identity/registration/register.ts'
import { challengeMs } from '../modules/identity/second-factor/complete-second-factor.ts'
import { rememberedDeviceDays } from '../modules/identity/second-factor/devices.ts'
import { totpStartMs } from '../modules/identity/second-factor/totp-rules.ts'
import { sessionRetentionDays } from '../modules/identity/sessions/sessions.queries.ts'
import { invitationLifetimeMs } from '../modules/identity/users/invite-user.ts'
import { testOrderDays } from '../modules/orders/place/test-mode/read-test-orders.ts'
import { countRetentionMs } from '../modules/saved-searches/saved-searches.jobs.ts'
import {
  errorRetentionDays,
  maxEventsOfStrangers,
  maxEventsPerGroup,
  maxGroups,
} from '../platform/errors/reports/keep-errors.ts'
import { fileLinkMinutes } from '../platform/files/file-links.ts'
import { failedFilesKeptDays } from '../platform/files/imports/run-file-import.ts'
import { idempotencyRecordsKeptHours } from '../platform/http/idempotency.ts'
import { exhaustedJobsKeptDays } from '../platform/jobs/encrypted-jobs.ts'
import { maxMailsKept } from '../platform/mail/outbox.ts'
import { testClickHouse } from './stores/clickhouse.ts'
import { testDatabase } from './stores/database.ts'

const [database, store] = [await testDatabase(), await testClickHouse()]
afterAll(() => Promise.all([database.close(), store.close()]))

const text = await readFile(join(import.meta.dirname, '../../docs/security.md'), 'utf8')

/** Returns the rows of the table with this header, cell by cell. */
function readTable(top: string): string[][] {
  const [, table = ''] = text.split(`${top}\n`)
  const [, ...lines] = (table.split('\n\n')[0] ?? '').split('\n')
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const rows = readTable('| what | class | where | how long |')
const getRetention = (what: string) => rows.find(([name]) => name === what)?.at(3)

const minutes = (ms: number) => ms / 60_000
const hours = (ms: number) => ms / 3_600_000
const days = (ms: number) => ms / 86_400_000

/** For each row with numbers, the values in the code, in the order of the sentence. */
const retentionByName: Record<string, number[]> = {
  accounts: [unverifiedRetentionDays],
  'passwords of registrations with an address that has an account': [unverifiedRetentionDays],
  'codes by mail': [minutes(codeLifeMs), days(invitationLifetimeMs), hours(expiredCodeRetentionMs)],
  'answered challenges of passkeys': [minutes(passkeyChallengeLifeMs)],
  'second factors': [minutes(totpStartMs)],
  'remembered devices': [rememberedDeviceDays],
  'sign-ins that wait for a second factor': [minutes(challengeMs)],
  'sign-ins in progress at a provider': [minutes(requestLifetimeMs)],
  sessions: [sessionRetentionDays],
  notifications: [notificationDays],
  'mails and other encrypted jobs': [exhaustedJobsKeptDays],
  'mails that a demo shows': [maxMailsKept],
  'answers under an `Idempotency-Key`': [idempotencyRecordsKeptHours],
  'orders of test keys': [testOrderDays],
  'use of API keys': [apiKeyUsageRetentionDays],
  webhooks: [secretOverlapHours, webhookLogDays],
  'events and attempts of webhooks': [webhookLogDays],
  'saved searches': [savedSearchRestorableDays, maxRestorableSearches],
  'lists of properties': [propertyListRestorableDays, maxPropertyLists],
  'owners revealed without a purchase': [ownerRevealDays],
  'counts and matches of saved searches': [days(countRetentionMs)],
  'delivered leads and their files': [callReadyExpiryDays],
  'notes on leads, and moves between stages': [noteRestorableHours],
  'tasks on leads': [taskRestorableHours],
  'links to files': [fileLinkMinutes],
  'quotes of a change of plan': [days(quoteRetentionMs)],
  'what the payment provider told': [days(eventRetentionMs)],
  'what counties publish': [failedFilesKeptDays],
  'contacts from a vendor': [contactReuseDays],
  'do-not-call lists': [hours(loadRetentionMs)],
  'counties that administrators are adding': [setupKeptDays],
  'uploads of lists and contacts': [failedFilesKeptDays],
  'unexpected errors': [errorRetentionDays, maxEventsPerGroup, maxEventsOfStrangers, maxGroups],
}

test('the document states the retention times of the code', () => {
  const said = rows.flatMap(([what = '', , , kept = '']) => {
    const numbers = (kept.match(/\b\d+\b/g) ?? []).filter((digits) => digits !== '256').map(Number)
    return numbers.length > 0 ? [[what, numbers] as const] : []
  })
  expect(Object.fromEntries(said)).toEqual(retentionByName)
  expect(getRetention('audit log')).toBe('no end')
})

test('the document states the content and retention of every table of both stores', async () => {
  const postgres = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const clickhouse = await store.clickhouse.rows<{ name: string }>(
    `select name from system.tables where database = currentDatabase() and engine not like '%View'`,
  )
  const tables = [...postgres.rows, ...clickhouse].map(({ name }) => name).filter((name) => !isMigrationTable(name))
  const named = rows.flatMap(([, , where = '']) => [...where.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect([...new Set(named)].filter((name) => name !== 'graphile_worker').toSorted()).toEqual(
    [...new Set(tables)].toSorted(),
  )
})

/** Tables in which a store records its own migrations. */
const isMigrationTable = (name: string) => /migrat/.test(name)
