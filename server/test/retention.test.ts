import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noteRestorableHours } from '@dooryard/contract/lead-board'
import { callReadyExpiryDays, contactReuseDays, secretOverlapHours } from '@dooryard/contract/limits'
import { mostRestorable, restorableDays } from '@dooryard/contract/saved-searches'
import { webhookLogDays } from '@dooryard/contract/webhooks'
import { afterAll, expect, test } from 'vitest'
import { keyUseKeptDays } from '../modules/api-keys/authenticate-key.ts'
import { eventsKeptMs, quotesKeptMs } from '../modules/billing/billing.jobs.ts'
import { loadsKeptMs } from '../modules/dnc/dnc.jobs.ts'
import { codeLifeMs, codesKeptMs } from '../modules/identity/email-codes.ts'
import { invitationMs } from '../modules/identity/invite-user.ts'
import { unverifiedKeptDays } from '../modules/identity/register.ts'
import { sessionsKeptDays } from '../modules/identity/sessions.queries.ts'
import { countsKeptMs } from '../modules/saved-searches/saved-searches.jobs.ts'
import { failedFilesKeptDays } from '../platform/file-imports/run-file-import.ts'
import { answersKeptHours } from '../platform/http/idempotency.ts'
import { mailsKept } from '../platform/mail/outbox.ts'
import { givenUpKeptDays } from '../platform/sealed-jobs.ts'
import { ticketMinutes } from '../platform/tickets.ts'
import { testClickHouse } from './clickhouse.ts'
import { testDatabase } from './database.ts'

const [database, store] = [await testDatabase(), await testClickHouse()]
afterAll(() => Promise.all([database.close(), store.close()]))

const text = await readFile(join(import.meta.dirname, '../../docs/security.md'), 'utf8')

/** The rows of the table with these words at its top, cell by cell. */
function rowsOf(top: string): string[][] {
  const [, table = ''] = text.split(`${top}\n`)
  const [, ...lines] = (table.split('\n\n')[0] ?? '').split('\n')
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const rows = rowsOf('| what | class | where | how long |')
const keptOf = (what: string) => rows.find(([name]) => name === what)?.at(3)

const minutes = (ms: number) => ms / 60_000
const hours = (ms: number) => ms / 3_600_000
const days = (ms: number) => ms / 86_400_000

/** Of each row with figures, what the code says, in the order of the sentence. */
const figures: Record<string, number[]> = {
  accounts: [unverifiedKeptDays],
  'codes by mail': [minutes(codeLifeMs), days(invitationMs), hours(codesKeptMs)],
  sessions: [sessionsKeptDays],
  'mails and other encrypted jobs': [givenUpKeptDays],
  'mails that a demo shows': [mailsKept],
  'answers under an `Idempotency-Key`': [answersKeptHours],
  'use of API keys': [keyUseKeptDays],
  webhooks: [secretOverlapHours, webhookLogDays],
  'events and attempts of webhooks': [webhookLogDays],
  'saved searches': [restorableDays, mostRestorable],
  'counts and matches of saved searches': [days(countsKeptMs)],
  'delivered leads and their files': [callReadyExpiryDays],
  'notes on leads, and moves between stages': [noteRestorableHours],
  'links to files': [ticketMinutes],
  'quotes of a change of plan': [days(quotesKeptMs)],
  'what the payment provider told': [days(eventsKeptMs)],
  'what counties publish': [failedFilesKeptDays],
  'contacts from a vendor': [contactReuseDays],
  'do-not-call lists': [hours(loadsKeptMs)],
  'uploads of lists and contacts': [failedFilesKeptDays],
}

test('the document says how long data is kept as the code does it', () => {
  const said = rows.flatMap(([what = '', , , kept = '']) => {
    const numbers = (kept.match(/\b\d+\b/g) ?? []).filter((digits) => digits !== '256').map(Number)
    return numbers.length > 0 ? [[what, numbers] as const] : []
  })
  expect(Object.fromEntries(said)).toEqual(figures)
  expect(keptOf('audit log')).toBe('no end')
})

test('the document says of every table of both stores what is in it and how long that is kept', async () => {
  const postgres = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const clickhouse = await store.clickhouse.rows<{ name: string }>(
    `select name from system.tables where database = currentDatabase() and engine not like '%View'`,
  )
  const tables = [...postgres.rows, ...clickhouse].map(({ name }) => name).filter((name) => !isOwnBook(name))
  const named = rows.flatMap(([, , where = '']) => [...where.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect([...new Set(named)].filter((name) => name !== 'graphile_worker').toSorted()).toEqual(
    [...new Set(tables)].toSorted(),
  )
})

/** What a store notes of its own migrations. */
const isOwnBook = (name: string) => /migrat/.test(name)
