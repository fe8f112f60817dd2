import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { moveDataVersion } from '../properties/index.ts'
import { deleteSource, findSource, whileChanging } from './contact-sources.queries.ts'
import { dropSource } from './contacts.queries.ts'

/**
 * Removes the contacts that came from one file. What was delivered keeps them. Cut off halfway, the source is still listed,
 * and can be removed again. NOT_FOUND where there is no such source; CONFLICT while it is being imported.
 */
export async function removeSource(ctx: Context, source: string): Promise<undefined> {
  const known = await findSource(ctx.db, source)
  if (!known) throw notFound('This source of contacts')
  const done = await whileChanging(ctx.db, source, async () => {
    await dropSource(ctx.clickhouse, source)
    return inTransaction(ctx, async (inside) => {
      await deleteSource(inside.db, source)
      await moveDataVersion(inside.db)
      const { name, owners, phones, emails, asOf } = known
      const before = { name, owners, phones, emails, asOf }
      await audit(inside, { action: 'contacts.source_removed', object: { type: 'contact_source', id: source }, before })
      return true
    })
  })
  if (!done) throw appError('CONFLICT', `${known.name} is being imported right now.`)
}
