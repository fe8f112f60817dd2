import type { DncList } from '@dooryard/contract/vocabularies'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { deleteCopy } from './copies.queries.ts'

type Which = { list: DncList; areaCode?: string | undefined; state?: string | undefined }

/** Removes an owner's copy of a list; checks that have begun with it end with it. NOT_FOUND where there is none. */
export async function removeCopy(
  ctx: Context,
  ownerId: string | null,
  { list, areaCode, state }: Which,
): Promise<undefined> {
  const scope = { NATIONAL: areaCode, STATE: state, INTERNAL: '', LITIGATOR: '' }[list]
  await inTransaction(ctx, async (inside) => {
    if (scope === undefined || !(await deleteCopy(inside.db, { ownerId, list }, scope, ctx.clock.now())))
      throw notFound('This copy')
    await audit(inside, {
      action: 'dnc.copy_removed',
      object: { type: 'dnc_list', id: list },
      before: { owner: ownerId ?? 'PLATFORM', list, scope },
    })
  })
}
