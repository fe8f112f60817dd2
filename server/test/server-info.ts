import type { ServerInfo } from '../modules/statistics/index.ts'
import { version } from '../version.ts'

export const testServerInfo = (startedAt: Date, roles: ServerInfo['roles'] = ['api']): ServerInfo => ({
  ...{ version, startedAt, roles },
  ...{ isEmbedded: { postgres: true, clickhouse: true }, mailTransport: 'OUTBOX' },
})
