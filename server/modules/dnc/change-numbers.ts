import type { DncCoverage, DncNumbers } from '@dooryard/contract/dnc'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { copiesOf, type ListOf, whileChangingSoon } from './copies.queries.ts'
import { coverage } from './coverage.ts'
import { loadList } from './load-list.ts'
import { sinkOf } from './store-numbers.ts'

/** An import of the internal list takes a while; one change by hand waits for another, not for that. */
const patienceMs = 30_000

/**
 * Takes numbers off an owner's internal list and puts others on it; one that is given for both is on it. CONFLICT while
 * the list is being imported. The audit log has the numbers: it alone says later who was taken off.
 */
export async function changeNumbers(
  ctx: Context,
  ownerId: string | null,
  { add, remove }: DncNumbers,
): Promise<DncCoverage> {
  const of: ListOf = { ownerId, list: 'INTERNAL' }
  const { clickhouse, clock } = ctx
  await whileChangingSoon(
    ctx.db,
    of,
    async (holding) => {
      const copies = new Map((await copiesOf(holding, of)).map((copy) => [copy.scope, copy]))
      const accessedOn = clock.now().toISOString().slice(0, 10)
      const facts = { list: of.list, kind: 'CHANGE', accessedOn } as const
      const fill = async (load: number) => {
        const sink = await sinkOf(clickhouse, load, 'CHANGE')
        try {
          const changes = [
            ...remove.map((number) => [number, false] as const),
            ...add.map((number) => [number, true] as const),
          ]
          for (const [at, [number, isAdded]] of changes.entries()) sink.take(Number(number), isAdded, at)
          await sink.store()
          await sink.end()
        } finally {
          await sink.close()
        }
        return () => undefined
      }
      await loadList(ctx, holding, { of, facts, sha256: null, uploadedAt: clock.now(), copies }, fill, ({ db }) =>
        audit(
          { ...ctx, db },
          {
            action: 'dnc.numbers_changed',
            object: { type: 'dnc_list', id: of.list },
            after: {
              ...{ owner: ownerId ?? 'PLATFORM', added: add.length, removed: remove.length, add, remove },
            },
          },
        ),
      )
    },
    patienceMs,
  )
  return coverage(ctx, ownerId)
}
