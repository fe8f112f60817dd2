import type { Machinery } from '../modules/statistics/index.ts'
import { version } from '../version.ts'

export const testMachinery = (startedAt: Date, roles: Machinery['roles'] = ['api']): Machinery => ({
  ...{ version, startedAt, roles },
  ...{ isEmbedded: { postgres: true, clickhouse: true }, mailWay: 'OUTBOX' },
})
