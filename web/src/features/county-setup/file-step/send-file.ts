import { ApiError } from '../../../lib/api/errors.ts'

type SetupFiles = {
  /** Why a file cannot be uploaded. */
  refuse: (file: File) => string | undefined
  upload: (file: File) => Promise<unknown>
  remove: (fileId: string) => Promise<unknown>
}

/**
 * Sends files to a setup, each of which may take the place of another once it has arrived. A file that has arrived is
 * not sent a second time if only the removal of the other is tried again.
 */
export function createFileSender() {
  const arrived = new WeakSet<File>()
  return async (file: File, replaces: string | undefined, { refuse, upload, remove }: SetupFiles): Promise<void> => {
    if (!arrived.has(file)) {
      const message = refuse(file)
      // The server would say the same, after minutes.
      if (message !== undefined) throw new ApiError(413, { message })
      await upload(file)
    }
    if (replaces === undefined) return
    arrived.add(file)
    try {
      await remove(replaces)
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404
      if (!isGone) throw error
    }
  }
}
