import { readConfig } from '../../config.ts'
import type { Services } from '../../platform/context.ts'
import { createLog } from '../../platform/log.ts'
import { openStores, type Stores, takeDataFolder } from '../../stores.ts'
import type { Terminal } from './command.ts'

/** Takes the data folder first, to find out a portal that runs on it. Stores are opened when the work asks for them. */
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
