import { uploads as calls } from '@dooryard/contract/uploads'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import { randomId } from '../../lib/ids.ts'
import { keyOf } from '../../lib/query.ts'
import { nextUploads, type Upload } from './next-uploads.ts'
import { uploadAllowance } from './use-upload-allowance.ts'

export type Draft<Query> = { query: Query; file: File }

type Send<Query> = (
  query: Query,
  file: File,
  options: { signal: AbortSignal; onShare: (share: number) => void },
) => Promise<unknown>

type Known<Query> = { draft: Draft<Query>; ending: AbortController; isBegun: boolean }

/**
 * Uploads, as many at once as the server takes of the reader; the others wait for their turn. One that is through leaves
 * the list once `refresh` is done, as its import shows then.
 */
export function useUploads<Query>(send: Send<Query>, refresh: () => Promise<unknown>) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const drafts = useRef(new Map<string, Known<Query>>())
  const cache = useQueryClient()
  const { data: allowance } = useQuery(uploadAllowance())

  const change = (id: string, to: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)))

  const dismiss = (id: string) => {
    drafts.current.get(id)?.ending.abort()
    drafts.current.delete(id)
    setUploads((all) => all.filter((upload) => upload.id !== id))
  }

  const start = (draft: Draft<Query>) => {
    const id = randomId()
    drafts.current.set(id, { draft, ending: new AbortController(), isBegun: false })
    setUploads((all) => [...all, { id, fileName: draft.file.name, share: 0, state: 'WAITING' }])
  }

  const begin = useEffectEvent(async (id: string) => {
    const known = drafts.current.get(id)
    if (!known || known.isBegun) return
    known.isBegun = true
    change(id, { state: 'SENDING' })
    const { draft, ending } = known
    try {
      const onShare = (share: number) => change(id, { share })
      await send(draft.query, draft.file, { signal: ending.signal, onShare })
      await refresh()
      dismiss(id)
    } catch (error) {
      if (!ending.signal.aborted) change(id, { state: 'FAILED', failure: sentenceFor(error) })
    } finally {
      void cache.invalidateQueries({ queryKey: keyOf(calls.allowance) })
    }
  })

  useEffect(() => {
    for (const { id } of nextUploads(uploads, allowance?.atOnce ?? null)) void begin(id)
  }, [uploads, allowance?.atOnce])

  const retry = (id: string) => {
    const known = drafts.current.get(id)
    dismiss(id)
    if (known) start(known.draft)
  }

  // Nobody would see how they go on.
  useEffect(() => {
    const all = drafts.current
    return () => {
      for (const { ending } of all.values()) ending.abort()
    }
  }, [])

  const isUploading = () => uploads.some(({ state }) => state !== 'FAILED')
  return { uploads, start, retry, dismiss, isUploading }
}
