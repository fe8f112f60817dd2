import { LeadLabel, type LeadLabelChange, maxLeadLabels, type NewLeadLabel } from '@dooryard/contract/leads/lead-labels'
import type { Context } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { lockActiveAccount } from '../../../identity/index.ts'
import {
  countLabels,
  deleteLabel,
  findLabelByName,
  insertLabel,
  type LabelKind,
  type LabelRow,
  listLabels,
  lockLabel,
  updateLabel,
} from './lead-labels.queries.ts'

const nouns = { TAG: 'tag', ASSIGNEE: 'assignee' } as const

const presentLabel = (row: LabelRow): LeadLabel => LeadLabel.parse(row)

export const listLeadLabels = async ({ db, actor }: Context) => ({
  items: (await listLabels(db, actor.userId)).map(presentLabel),
})

/** CONFLICT for a name in use, UNPROCESSABLE at the limit of its kind. */
export const createLeadLabel = (ctx: Context, label: NewLeadLabel): Promise<LeadLabel> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    // Otherwise two concurrent requests could both see room for the last label.
    await lockActiveAccount(tx)
    await requireFreeName(db, { userId: actor.userId, kind: label.kind }, label.name)
    if ((await countLabels(db, actor.userId, label.kind)) >= maxLeadLabels)
      throw appError('UNPROCESSABLE', `You can have ${maxLeadLabels} ${nouns[label.kind]}s. Delete one first.`)
    const at = clock.now()
    const row = { ...label, id: newId(at.getTime()) }
    await insertLabel(db, { ...row, userId: actor.userId, createdAt: at })
    return { ...row, leads: 0 }
  })

/** NOT_FOUND for a label of another user, CONFLICT for a name in use. */
export const changeLeadLabel = (ctx: Context, id: string, change: LeadLabelChange): Promise<LeadLabel> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor } = tx
    await lockActiveAccount(tx)
    const before = await lockLabel(db, actor.userId, id)
    if (!before) throw notFound('This label')
    const kind = LeadLabel.shape.kind.parse(before.kind)
    if (change.name !== undefined) await requireFreeName(db, { userId: actor.userId, kind, id }, change.name)
    await updateLabel(db, id, change)
    const [row] = await listLabels(db, actor.userId, id)
    if (!row) throw notFound('This label')
    return presentLabel(row)
  })

export const removeLeadLabel = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async ({ db, actor }) => {
    if (!(await lockLabel(db, actor.userId, id))) throw notFound('This label')
    await deleteLabel(db, actor.userId, id)
    return undefined
  })

type LabelName = { userId: string; kind: LabelKind; id?: string }

async function requireFreeName(db: Db, { userId, kind, id }: LabelName, name: string) {
  const other = await findLabelByName(db, userId, kind, name)
  if (!other || other.id === id) return
  const message = `You already have ${kind === 'TAG' ? 'a tag' : 'an assignee'} named “${name}”.`
  throw appError('CONFLICT', message, { issues: [{ path: 'name', message }] })
}
