import type { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import { lockInTransaction } from '../../../platform/postgres/advisory-locks.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'

const presetColumns = ['id', 'name', 'layout', 'createdAt', 'updatedAt'] as const

/** Presets of a user change one at a time, so that their number and names hold. */
export const lockPresets = (db: Db, userId: string) => lockInTransaction(db, `export-presets:${userId}`)

export type PresetRow = Awaited<ReturnType<typeof listPresets>>[number]

export const listPresets = (db: Db, userId: string) =>
  db
    .selectFrom('exportPresets')
    .select(presetColumns)
    .where('userId', '=', userId)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .execute()

type PresetInput = { userId: string; name: string; layout: ExportLayout; at: Date }

/** Undefined when the user has a preset of this name. */
export const insertPreset = (db: Db, { userId, name, layout, at }: PresetInput) =>
  db
    .insertInto('exportPresets')
    .values({ id: newId(), userId, name, layout: JSON.stringify(layout), createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning(presetColumns)
    .executeTakeFirst()

type PresetChange = { name?: string | undefined; layout?: ExportLayout | undefined; at: Date }

export const updatePreset = (db: Db, userId: string, id: string, { name, layout, at }: PresetChange) =>
  db
    .updateTable('exportPresets')
    .set({ updatedAt: at, ...(name !== undefined && { name }), ...(layout && { layout: JSON.stringify(layout) }) })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(presetColumns)
    .executeTakeFirst()

export async function deletePreset(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('exportPresets')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
