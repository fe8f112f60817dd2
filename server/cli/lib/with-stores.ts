import { readConfig } from '../../config.ts'
import type { Services } from '../../platform/context.ts'
import { createLog } from '../../platform/log.ts'
import { openStores, type Stores, takeDataFolder } from '../../stores.ts'
import type { Terminal } from './command.ts'

/**
 * Does the work of a command with the data folder taken, so that a portal which runs on it is found out first. The
 * stores are opened when the work asks for them, and closed after it.
 */
export async function withStores(
  env: Terminal['env'],
  work: (open: () => Promise<Services>) => Promise<void>,
): Promise<void> {
  const config = readConfig(env)
  const folder = takeDataFolder(config)
  let stores: Stores | undefined
  try {
    await work(async () => {
      stores = await openStores(config, createLog('warn'))
      return stores.services
    })
  } finally {
    await stores?.close()
    folder?.release()
  }
}
