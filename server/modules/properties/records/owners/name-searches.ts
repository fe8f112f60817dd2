import { minuteMs } from '@dooryard/contract/api/time'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Context } from '../../../../platform/context.ts'
import { appError, rateLimited } from '../../../../platform/errors/app-error.ts'
import { lockInTransaction } from '../../../../platform/postgres/advisory-locks.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { pluralize } from '../../../../platform/util/format.ts'
import { splitWords } from '../../search/compile/clauses.ts'
import {
  countNameSearches,
  findLatestNameSearch,
  insertNameSearches,
  listSearchedNames,
  uncountNameSearch,
} from './name-searches.queries.ts'
import { type OwnerAccess, seesAllOwners } from './present-owners.ts'
import { getUtcDay } from './utc-day.ts'

/** The owner names that criteria and the searches stacked in them look for, as they count: `SMITH JOHN`. */
export function listOwnerNames({ owner, stack }: Pick<Criteria, 'owner' | 'stack'>): string[] {
  const texts = [owner, ...(stack?.of.map(({ criteria }) => criteria.owner) ?? [])].flatMap((part) => part?.name ?? [])
  const names = texts.map((text) => splitWords(text.toUpperCase()).join(' '))
  return [...new Set(names)].filter((name) => name !== '')
}

type NameLimit = Pick<OwnerAccess, 'areOpen' | 'nameSearchesPerDay'>

/**
 * Counts the owner names of criteria toward the day's allowance of the actor, unless they see all owners: RATE_LIMITED
 * when it is used up, UNPROCESSABLE where the portal has none. A name already searched for today is free.
 */
export async function takeNameSearches(ctx: Context, owners: NameLimit, criteria: Criteria): Promise<void> {
  const names = listOwnerNames(criteria)
  if (names.length === 0 || seesAllOwners(ctx, owners)) return
  // Most requests repeat the name of the one before, and wait for no lock.
  if ((await listNewNames(ctx, names)).length === 0) return
  await inTransaction(ctx, async (tx) => {
    await lockInTransaction(tx.db, `name-searches ${tx.actor.userId}`)
    const added = await listNewNames(tx, names)
    if (added.length > 0) await recordNames(tx, owners, added)
  })
}

const getSearchDay = ({ actor, clock }: Pick<Context, 'actor' | 'clock'>) => {
  const { start, end } = getUtcDay(clock.now())
  return { userId: actor.userId, day: start.toISOString().slice(0, 10), end }
}

async function listNewNames(ctx: Pick<Context, 'db' | 'actor' | 'clock'>, names: readonly string[]) {
  const searched = new Set(await listSearchedNames(ctx.db, getSearchDay(ctx), names))
  return names.filter((name) => !searched.has(name))
}

async function recordNames(
  ctx: Pick<Context, 'db' | 'actor' | 'clock'>,
  { nameSearchesPerDay: perDay }: NameLimit,
  added: readonly string[],
): Promise<void> {
  const { db, clock } = ctx
  const { end, ...searchDay } = getSearchDay(ctx)
  const at = clock.now()
  const latest = await findLatestNameSearch(db, { ...searchDay, since: new Date(at.getTime() - minuteMs) })
  // Somebody who types slowly searches for the beginnings of a name, too.
  if (latest && added.length === 1 && added[0]?.startsWith(latest.name))
    await uncountNameSearch(db, searchDay, latest.name)
  const used = await countNameSearches(db, searchDay)
  if (used + added.length > perDay) throw noSearchesLeftError(perDay, Math.ceil((end.getTime() - at.getTime()) / 1000))
  await insertNameSearches(db, { ...searchDay, at }, added)
}

const noSearchesLeftError = (perDay: number, seconds: number) =>
  perDay === 0
    ? appError('UNPROCESSABLE', 'Properties cannot be searched by the name of their owner.')
    : rateLimited(
        `You have searched for ${pluralize(perDay, 'owner name')} today, as many as a day allows. More can be searched ` +
          'for after midnight UTC. The names of today and all other filters still work.',
        seconds,
      )
