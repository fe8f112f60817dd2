import { cp } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { useRunFolder } from '../server/test/run-folder.ts'
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
  useRunFolder()
  const folders = await demoFolders(project.config.maxWorkers)
  const portals = await Promise.all(folders.map(startOne))
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

// Who is registered by a test comes from an address of their own, for one address may register only so many.
// The demo accounts are shared by all tests, and look at more owners in a run than anybody does in a day.
const startOne = (folder: string) =>
  startPortal(folder, { TRUSTED_PROXIES: '127.0.0.1,::1', OWNER_ROWS_PER_DAY: '10000000' })

/** So many folders with the same demo data, which is made once: to copy it takes a small part of the time. */
async function demoFolders(count: number): Promise<string[]> {
  const [first = '', ...others] = await Promise.all(Array.from({ length: count }, newDataFolder))
  if (others.length > 0) await (await startOne(first)).kill('SIGTERM')
  await Promise.all(others.map((other) => cp(first, other, { recursive: true, verbatimSymlinks: true })))
  return [first, ...others]
}
