import { uploads as calls } from '@dooryard/contract/data/uploads'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { toQueryKey } from '../../lib/api/query.ts'
import { randomId } from '../../lib/ids.ts'
import { selectNextUploads, type Upload } from './select-next-uploads.ts'
import { isRefusedFile } from './upload-allowance.ts'
import { uploadAllowanceQuery } from './use-upload-allowance.ts'

export type Draft<Query> = { query: Query; file: File }

type SendUpload<Query> = (
  query: Query,
  file: File,
  options: { signal: AbortSignal; onShare: (share: number) => void },
) => Promise<unknown>

type PendingUpload<Query> = { draft: Draft<Query>; abortController: AbortController; isStarted: boolean }

/**
 * Uploads files, as many at once as the server allows the user; the others wait. A finished upload leaves the list
 * after `refresh`, when its import appears.
 */
export function useUploads<Query>(send: SendUpload<Query>, refresh: () => Promise<unknown>) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const drafts = useRef(new Map<string, PendingUpload<Query>>())
  const cache = useQueryClient()
  const { data: allowance } = useQuery(uploadAllowanceQuery())

  const change = (id: string, to: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)))

  const dismiss = (id: string) => {
    drafts.current.get(id)?.abortController.abort()
    drafts.current.delete(id)
    setUploads((all) => all.filter((upload) => upload.id !== id))
  }

  const start = (draft: Draft<Query>) => {
    const id = randomId()
    drafts.current.set(id, { draft, abortController: new AbortController(), isStarted: false })
    setUploads((all) => [...all, { id, fileName: draft.file.name, share: 0, state: 'WAITING' }])
  }

  const sendNext = useEffectEvent(async (id: string) => {
    const known = drafts.current.get(id)
    if (!known || known.isStarted) return
    known.isStarted = true
    change(id, { state: 'SENDING' })
    const { draft, abortController } = known
    try {
      const onShare = (share: number) => change(id, { share })
      await send(draft.query, draft.file, { signal: abortController.signal, onShare })
      await refresh()
      dismiss(id)
    } catch (error) {
      if (!abortController.signal.aborted)
        change(id, { state: 'FAILED', failure: getErrorMessage(error), isRefused: isRefusedFile(error) })
    } finally {
      void cache.invalidateQueries({ queryKey: toQueryKey(calls.allowance) })
    }
  })

  useEffect(() => {
    for (const { id } of selectNextUploads(uploads, allowance?.atOnce ?? null)) void sendNext(id)
  }, [uploads, allowance?.atOnce])

  const restart = (id: string, change?: Pick<Draft<Query>, 'file'>) => {
    const known = drafts.current.get(id)
    dismiss(id)
    if (known) start({ ...known.draft, ...change })
  }
  const retry = (id: string) => restart(id)
  /** Sends another file in the place of one. */
  const replace = (id: string, file: File) => restart(id, { file })

  // Aborts the uploads on unmount, because their progress would no longer be visible.
  useEffect(() => {
    const all = drafts.current
    return () => {
      for (const { abortController } of all.values()) abortController.abort()
    }
  }, [])

  const isUploading = () => uploads.some(({ state }) => state !== 'FAILED')
  return { uploads, start, retry, replace, dismiss, isUploading }
}
