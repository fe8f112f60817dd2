import type { VersionFile } from '@dooryard/contract/data/datasets/versions'
import type { Services } from '../../../../platform/context.ts'
import type { InputFile } from '../../../../platform/files/content/input-file.ts'
import { readPieces } from '../../../../platform/files/content/read-pieces.ts'
import { clearVersionFiles, listPurgeableVersions } from './versions.queries.ts'

export const toVersionFileKey = (versionId: string, fileId: string) => `rolls/versions/${versionId}-${fileId}`

export const toVersionFiles = (inputs: Readonly<Record<string, InputFile>>): VersionFile[] =>
  Object.entries(inputs).map(([id, { name, size, sha256 }]) => ({ id, fileName: name, fileBytes: size, sha256 }))

export async function storeVersionFiles(
  { files }: Pick<Services, 'files'>,
  id: string,
  inputs: Readonly<Record<string, InputFile>>,
): Promise<void> {
  for (const [fileId, { path }] of Object.entries(inputs))
    await files.write(toVersionFileKey(id, fileId), readPieces(path))
}

/** Deletes files of versions that can be neither rolled back to nor accepted any more. */
export async function purgeVersionFiles({ db, files }: Pick<Services, 'db' | 'files'>): Promise<void> {
  const ids = await listPurgeableVersions(db)
  if (ids.length === 0) return
  // By their names, as the list of a version may be damaged.
  const keys = await files.listKeys('rolls/versions')
  for (const id of ids) {
    for (const key of keys) if (key.startsWith(toVersionFileKey(id, ''))) await files.remove(key)
    await clearVersionFiles(db, id)
  }
}

/** Links the files of a version by their own names while `use` runs; undefined where they are deleted. */
export async function borrowVersionFiles<Result>(
  { files }: Pick<Services, 'files'>,
  { id, files: stored }: { id: string; files: readonly VersionFile[] },
  use: (paths: Record<string, string>) => Promise<Result>,
): Promise<Result | undefined> {
  const borrow = async (at: number, paths: Record<string, string>): Promise<Result | undefined> => {
    const file = stored[at]
    if (!file) return use(paths)
    const key = toVersionFileKey(id, file.id)
    if (!(await files.exists(key))) return undefined
    return files.borrow(key, file.fileName, (path) => borrow(at + 1, { ...paths, [file.id]: path }))
  }
  return borrow(0, {})
}
