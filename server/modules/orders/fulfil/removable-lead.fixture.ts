import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Portal } from '../../../test/portal.ts'
import { bumpDataVersion } from '../../properties/index.ts'

/**
 * An audience of one mailable property, which `remove` takes away as the next version of its county dataset would. An
 * order that was placed before finds nothing.
 */
export async function pickRemovableLead({ services, db }: Portal) {
  const { clickhouse } = services
  const [picked] = await clickhouse.rows<{ id: string }>(
    `select toString(property_id) as id from properties where is_mailable order by property_id desc limit 1`,
  )
  const id = picked?.id ?? ''
  const criteria: Criteria = { only: { propertyIds: [id] } }
  return {
    criteria,
    remove: async () => {
      await clickhouse.run(`alter table properties delete where property_id = ${id} settings mutations_sync = 2`)
      await bumpDataVersion(db)
    },
  }
}
