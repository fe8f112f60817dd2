import type { AdminApiKey, adminApiKeys } from '@dooryard/contract/admin-api-keys'
import type { Input, Output } from '@dooryard/contract/endpoint'
import { sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { ownersOf } from '../../platform/owners.queries.ts'
import { type AnyKeyRow, findAnyKey, type KeyState, pageOfEverybodysKeys } from './everybodys-keys.queries.ts'
import { shownKeys } from './show-api-keys.ts'

type Asker = Pick<Context, 'db' | 'clock'>

/** A page of everybody's keys, the last used first; those of accounts that are closed or deactivated, too. */
export async function everybodysKeys(
  ctx: Asker,
  query: Input<typeof adminApiKeys.list>['query'],
): Promise<Output<typeof adminApiKeys.list>> {
  const { db, clock } = ctx
  const filter = { search: query.search, userIds: query.userId, state: query.state, now: clock.now() }
  const { rows, count } = await pageOfEverybodysKeys(db, filter, sliceOf(query))
  return toPage(await presented(ctx, rows), count, query)
}

/** A key of anybody, also one that was revoked; NOT_FOUND where there is none. */
export async function anyKey(ctx: Asker, id: string): Promise<AdminApiKey> {
  const row = await findAnyKey(ctx.db, id)
  const [key] = row ? await presented(ctx, [row]) : []
  if (!key) throw notFound('This API key')
  return key
}

/** What has become of a key: one that was revoked is that, also after its end. */
export function stateOf({ revokedAt, expiresAt }: Pick<AnyKeyRow, 'revokedAt' | 'expiresAt'>, now: Date): KeyState {
  if (revokedAt) return 'REVOKED'
  return expiresAt && expiresAt <= now ? 'EXPIRED' : 'ACTIVE'
}

/** With whose they are: every key is somebody's. */
async function presented(ctx: Asker, rows: AnyKeyRow[]): Promise<AdminApiKey[]> {
  const userIds = rows.map(({ userId }) => userId)
  const [shown, owners] = await Promise.all([shownKeys(ctx, rows), ownersOf(ctx.db, userIds)])
  const now = ctx.clock.now()
  return shown.flatMap(({ row, key }) => {
    const user = owners.get(row.userId)
    const { revokedAt } = row
    if (!user) return []
    return [{ ...key, user, state: stateOf(row, now), ...(revokedAt && { revokedAt: revokedAt.toISOString() }) }]
  })
}
