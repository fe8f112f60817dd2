type UploadState = 'WAITING' | 'SENDING' | 'FAILED'

export type Upload = {
  id: string
  fileName: string
  share: number
  state: UploadState
  failure?: string
  /** The same file would fail again. */
  isRefused?: boolean
}

/** The uploads to start now: the first waiting ones, while fewer than the limit are running. */
export function selectNextUploads(uploads: readonly Upload[], atOnce: number | null): Upload[] {
  const sending = uploads.filter(({ state }) => state === 'SENDING').length
  const free = Math.max(0, (atOnce ?? Number.POSITIVE_INFINITY) - sending)
  return uploads.filter(({ state }) => state === 'WAITING').slice(0, free)
}
