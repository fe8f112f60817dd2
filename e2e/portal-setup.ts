import type { TestProject } from 'vitest/node'
import { newDataFolder, removeDataFolder, startPortal } from './portal-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the portals answer that the browser tests share: one for each file that runs at a time. */
    portalUrls: string[]
    /** Where each of them keeps its data. */
    portalFolders: string[]
  }
}

/** Portals with demo data, so that files side by side do not see each other's people. */
export async function setup(project: TestProject) {
  const portals = await Promise.all(Array.from({ length: project.config.maxWorkers }, startOne))
  project.provide(
    'portalUrls',
    portals.map(({ url }) => url),
  )
  project.provide(
    'portalFolders',
    portals.map(({ folder }) => folder),
  )
  return async () => {
    await Promise.all(portals.map(({ stop }) => stop()))
  }
}

async function startOne() {
  const folder = await newDataFolder()
  // Who is registered by a test comes from an address of their own, for one address may register only so many.
  const portal = await startPortal(folder, { TRUSTED_PROXIES: '127.0.0.1,::1' })
  const stop = async () => {
    await portal.kill('SIGTERM')
    await removeDataFolder(folder)
  }
  return { url: portal.url, folder, stop }
}
