import { readConfig } from '../../config.ts'
import type { Services } from '../../platform/context.ts'
import { createLog } from '../../platform/log.ts'
import { lockDataFolder, type OpenedStores, openStores } from '../../stores.ts'
import type { Terminal } from './command.ts'

/** Locks the data folder first, to detect a portal that runs on it. Stores are opened when `run` asks for them. */
export async function withStores(
  env: Terminal['env'],
  run: (open: () => Promise<Services>) => Promise<void>,
): Promise<void> {
  const config = readConfig(env)
  const folder = lockDataFolder(config)
  let stores: OpenedStores | undefined
  try {
    await run(async () => {
      stores = await openStores(config, createLog('warn'))
      return stores.services
    })
  } finally {
    await stores?.close()
    folder?.release()
  }
}
