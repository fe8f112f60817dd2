import { maxSuppressionLists, type SuppressionList, suppressionLists } from '@dooryard/contract/data/suppression-lists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type UploadOptions, uploadFile } from '../../lib/api/file-transfer.ts'
import { buildLiveQuery, toQueryKey } from '../../lib/api/query.ts'

const countingCheckMs = 5_000

/** A page of the user's lists, newest first, asked for again while matches are still counted. */
export const suppressionListPageQuery = (query: { page: number; limit: number }) => ({
  ...buildLiveQuery(suppressionLists.list, { query }),
  refetchInterval: ({ state }: { state: { data?: { items: SuppressionList[] } | undefined } }) =>
    state.data?.items.some(({ matches }) => matches === null) ? countingCheckMs : false,
})

/** Asks for all lists of the user, newest first. */
export const suppressionListsInput = { query: { limit: maxSuppressionLists } }

/** Where the rows of a file go: a new list of this name, or a list there is. */
export type UploadTarget = { name: string } | { list: SuppressionList }

const sendListFile = (target: UploadTarget, file: File, options: UploadOptions): Promise<SuppressionList> =>
  'list' in target
    ? uploadFile(
        suppressionLists.add,
        { params: { id: target.list.id }, query: { fileName: file.name }, body: file },
        options,
      )
    : uploadFile(suppressionLists.create, { query: { name: target.name, fileName: file.name }, body: file }, options)

/**
 * Uploads a file to a list and tells its progress, from 0 to 1; at 1 the server still reads the rows. `stop` ends the
 * upload, and so does unmounting. The caller shows the error.
 */
export function useListUpload() {
  const cache = useQueryClient()
  const [share, setShare] = useState(0)
  const abortController = useRef<AbortController>(undefined)
  const upload = useMutation({
    mutationFn: ({ target, file }: { target: UploadTarget; file: File }) => {
      const controller = new AbortController()
      abortController.current = controller
      setShare(0)
      return sendListFile(target, file, { signal: controller.signal, onShare: setShare })
    },
    meta: { quiet: true as const },
    onSettled: () => cache.invalidateQueries({ queryKey: toQueryKey(suppressionLists.list) }),
  })
  useEffect(() => () => abortController.current?.abort(), [])
  const stop = () => {
    abortController.current?.abort()
    upload.reset()
  }
  return { ...upload, share, stop }
}
