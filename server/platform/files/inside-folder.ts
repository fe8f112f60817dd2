import { realpath } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

/**
 * The real path of an entry of a folder, or of the folder itself. Undefined where there is none; null where the path,
 * or a symbolic link in it, leads out of the folder.
 */
export async function resolveInside(folder: string, path: string): Promise<string | null | undefined> {
  const root = await realpath(folder).catch(() => resolve(folder))
  const found = await realpath(join(root, path)).catch(() => undefined)
  if (found === undefined || found === root || found.startsWith(root + sep)) return found
  return null
}
