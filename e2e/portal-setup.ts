import { cp } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { useRunFolder } from '../server/test/stores/run-folder.ts'
import { newDataFolder, removeDataFolder, startPortal } from './support/portal-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URLs of the portals of the browser tests: one for each file that runs concurrently. */
    portalUrls: string[]
    /** The data folder of each portal. */
    portalFolders: string[]
  }
}

/** Starts portals with demo data, so that parallel files do not see each other's users. */
export async function setup(project: TestProject) {
  useRunFolder()
  const folders = await createDemoFolders(project.config.maxWorkers)
  const portals = await Promise.all(folders.map(startDemoPortal))
  project.provide(
    'portalUrls',
    portals.map(({ url }) => url),
  )
  project.provide('portalFolders', folders)
  return async () => {
    await Promise.all(portals.map(({ kill }) => kill('SIGTERM')))
    await Promise.all(folders.map(removeDataFolder))
  }
}

// Registrations of tests use individual client addresses, because one address may register only a limited number. All
// tests share the demo accounts, which view more owners per run than the daily limit.
const startDemoPortal = (folder: string) =>
  startPortal(folder, { TRUSTED_PROXIES: '127.0.0.1,::1', OWNER_ROWS_PER_DAY: '10000000' })

/** Creates folders with the same demo data, which is generated once: copying it takes a small part of the time. */
async function createDemoFolders(count: number): Promise<string[]> {
  const [first = '', ...others] = await Promise.all(Array.from({ length: count }, newDataFolder))
  if (others.length > 0) await (await startDemoPortal(first)).kill('SIGTERM')
  await Promise.all(others.map((other) => cp(first, other, { recursive: true, verbatimSymlinks: true })))
  return [first, ...others]
}
