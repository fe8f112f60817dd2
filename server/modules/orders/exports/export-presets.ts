import { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import {
  type ExportPreset,
  type ExportPresetChange,
  maxExportPresets,
  type NewExportPreset,
} from '@dooryard/contract/orders/export/export-presets'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { lockActiveAccount } from '../../identity/index.ts'
import { listLastLayouts } from './exports.queries.ts'
import {
  deletePreset,
  insertPreset,
  listPresets,
  lockPresets,
  type PresetRow,
  updatePreset,
} from './presets.queries.ts'

const presentPreset = ({ id, name, layout, createdAt, updatedAt }: PresetRow): ExportPreset => ({
  id,
  name,
  layout: ExportLayout.parse(layout),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export async function listExportPresets({ db, actor: { userId } }: Context) {
  const [presets, lastUsed] = await Promise.all([listPresets(db, userId), listLastLayouts(db, userId)])
  return {
    presets: presets.map(presentPreset),
    lastUsed: lastUsed.map(({ campaignType, layout }) => ({ campaignType, layout: ExportLayout.parse(layout) })),
  }
}

const nameTaken = (name: string) =>
  appError('CONFLICT', `You already have a preset named ${name}. Choose another name.`)

/** CONFLICT for a second preset of one name, whatever its case, and for one more than a user can have. */
export const createExportPreset = (ctx: Context, { name, layout }: NewExportPreset): Promise<ExportPreset> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.actor
    await lockPresets(tx.db, userId)
    await lockActiveAccount(tx)
    if ((await listPresets(tx.db, userId)).length >= maxExportPresets)
      throw appError('CONFLICT', `You have ${maxExportPresets} presets, the maximum. Delete one first.`)
    const row = await insertPreset(tx.db, { userId, name, layout, at: tx.clock.now() })
    if (!row) throw nameTaken(name)
    return presentPreset(row)
  })

export const changeExportPreset = (ctx: Context, id: string, change: ExportPresetChange): Promise<ExportPreset> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.actor
    await lockPresets(tx.db, userId)
    const { name } = change
    const others = (await listPresets(tx.db, userId)).filter((preset) => preset.id !== id)
    if (name !== undefined && others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      throw nameTaken(name)
    const row = await updatePreset(tx.db, userId, id, { ...change, at: tx.clock.now() })
    if (!row) throw notFound('This preset')
    return presentPreset(row)
  })

export async function removeExportPreset({ db, actor }: Context, id: string): Promise<undefined> {
  if (!(await deletePreset(db, actor.userId, id))) throw notFound('This preset')
}
