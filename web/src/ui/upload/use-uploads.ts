import { useEffect, useRef, useState } from 'react'
import { sentenceFor } from '../../lib/errors.ts'
import { randomId } from '../../lib/ids.ts'

/** A file on its way to the server, or one that did not get there. */
export type Upload = { id: string; fileName: string; share: number; failure?: string }

/** A file, and what its call says of it. */
export type Draft<Query> = { query: Query; file: File }

type Send<Query> = (
  query: Query,
  file: File,
  options: { signal: AbortSignal; onShare: (share: number) => void },
) => Promise<unknown>

/**
 * Uploads, several at once; one that is through leaves the list once `refresh` is done, as its import shows then.
 */
export function useUploads<Query>(send: Send<Query>, refresh: () => Promise<unknown>) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const drafts = useRef(new Map<string, { draft: Draft<Query>; ending: AbortController }>())

  const change = (id: string, to: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)))

  const dismiss = (id: string) => {
    drafts.current.get(id)?.ending.abort()
    drafts.current.delete(id)
    setUploads((all) => all.filter((upload) => upload.id !== id))
  }

  const start = async (draft: Draft<Query>) => {
    const id = randomId()
    const ending = new AbortController()
    drafts.current.set(id, { draft, ending })
    setUploads((all) => [...all, { id, fileName: draft.file.name, share: 0 }])
    try {
      const onShare = (share: number) => change(id, { share })
      await send(draft.query, draft.file, { signal: ending.signal, onShare })
      await refresh()
      dismiss(id)
    } catch (error) {
      if (!ending.signal.aborted) change(id, { failure: sentenceFor(error) })
    }
  }

  const retry = (id: string) => {
    const known = drafts.current.get(id)
    dismiss(id)
    if (known) void start(known.draft)
  }

  // Nobody would see how they go on.
  useEffect(() => {
    const all = drafts.current
    return () => {
      for (const { ending } of all.values()) ending.abort()
    }
  }, [])

  const isUploading = () => uploads.some(({ failure }) => failure === undefined)
  return { uploads, start, retry, dismiss, isUploading }
}
