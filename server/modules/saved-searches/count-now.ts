import type { Criteria } from '@dooryard/contract/criteria'
import { mostFollowed } from '@dooryard/contract/saved-searches'
import type { Context, Services } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { turnstile } from '../../platform/turnstile.ts'
import { criteriaOf } from '../properties/index.ts'
import { insertSet } from './match-sets.queries.ts'
import { countMatches, dropSets, keepMatches, printOfSet, readMatches, sizeOfSet } from './matches.queries.ts'
import { bytesOfCriteria, selectCriteria } from './saved-searches.queries.ts'

/** What searches need that the modules above know: which properties were delivered to a user, of any campaign type. */
export type Deliveries = { deliveredTo: (db: Db, userId: string) => Promise<string[]> }

export type SearchServices = Services & Deliveries
export type SearchContext = Context & Deliveries

/** `set` is null where there is too much to be followed; only then is `delivered` found out here. */
export type Counted = { count: number; set: number | null; at: Date; delivered: number | null }

type Asked = {
  userId: string
  criteria: Criteria
  /** The set of the last count: where the same is found it stays the set. */
  lastSet?: number | null
  /** Nobody waits for it. */
  isUnhurried?: boolean
  signal?: AbortSignal | undefined
}

/** Count and set are of one read, so they agree; nobody points at the set yet. Above `mostFollowed` there is no set. */
export async function countNow(services: SearchServices, asked: Asked): Promise<Counted> {
  const { db, clickhouse, clock } = services
  const { userId, criteria, lastSet = null, isUnhurried = false, signal } = asked
  const at = clock.now()
  const excludeCriteria = await criteriaLeftOut(db, userId, criteria)
  const selection = { criteria, excludeCriteria, asOf: at, isUnhurried, signal }
  const { ids, print } = await readMatches(clickhouse, selection, mostFollowed)
  if (ids.length > mostFollowed) {
    const excludeIds = await services.deliveredTo(db, userId)
    return { ...(await countMatches(clickhouse, { ...selection, excludeIds })), set: null, at }
  }
  if (lastSet !== null && (await printOfSet(clickhouse, lastSet)) === print)
    return { count: ids.length, set: lastSet, at, delivered: null }
  const set = await emptySet(services)
  await keepMatches(clickhouse, set, { ids, signal })
  return { count: ids.length, set, at, delivered: null }
}

/** A set without matches: a database that was restored from a copy gives numbers that the store has seen before. */
async function emptySet({ db, clickhouse, clock }: Services): Promise<number> {
  const set = await insertSet(db, clock.now())
  if ((await sizeOfSet(clickhouse, set)) > 0) await dropSets(clickhouse, [set])
  return set
}

const busy = 'Several of your searches are being counted. Please try again in a moment.'
const lanes = { size: 1, heavy: 0, waiting: 16 }
const seconds = 20

type Turns = { turns: ReturnType<typeof turnstile>; users: number }

const turnsByUser = new Map<string, Turns>()

/** One count of a user at a time, in the order they were asked for: whoever asks for many holds up nobody else. */
export async function countInTurn<T>(
  { actor, signal }: { actor: Pick<Context['actor'], 'userId'>; signal?: AbortSignal | undefined },
  count: () => Promise<T>,
): Promise<T> {
  const mine = turnsByUser.get(actor.userId) ?? { turns: turnstile(lanes, busy), users: 0 }
  turnsByUser.set(actor.userId, mine)
  mine.users += 1
  try {
    return await mine.turns.pass({ signal, seconds }, count)
  } finally {
    mine.users -= 1
    if (mine.users === 0) turnsByUser.delete(actor.userId)
  }
}

export const excludedCriteria = ({ db, actor }: Pick<Context, 'db' | 'actor'>, criteria: Criteria) =>
  criteriaLeftOut(db, actor.userId, criteria)

/** The most bytes of the saved searches that are left out together: an order keeps a copy of them. */
const mostBytesLeftOut = 2_000_000

/** UNPROCESSABLE where one is gone, they are too large together, or one leaves out searches: it could be a circle. */
export async function criteriaLeftOut(db: Db, userId: string, { exclude }: Criteria): Promise<Criteria[]> {
  const ids = [...new Set(exclude?.savedSearchIds)]
  if (ids.length === 0) return []
  if ((await bytesOfCriteria(db, userId, ids)) > mostBytesLeftOut)
    throw appError(
      'UNPROCESSABLE',
      'The saved searches that are to be left out are too large together: 2 MB is the most. Leave out fewer of them.',
    )
  const rows = await selectCriteria(db, userId, ids)
  if (rows.length < ids.length)
    throw appError('UNPROCESSABLE', 'A saved search that is to be left out does not exist: take it out of the filters.')
  return rows.map((row) => filtersOf(row.name, criteriaOf(row)))
}

function filtersOf(name: string, { exclude, ...criteria }: Criteria): Criteria {
  if (exclude?.savedSearchIds?.length)
    throw appError('UNPROCESSABLE', `“${name}” itself leaves out saved searches, so it cannot be left out.`)
  return { ...criteria, exclude: { delivered: false, propertyIds: exclude?.propertyIds } }
}
