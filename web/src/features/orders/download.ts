import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { saveFrom } from '../../lib/save-file.ts'
import { fileNameOf, type Wanted } from './file-name.ts'

/** Fetches the short-lived link to a file of an order and lets the browser save it. */
export const useDownload = () =>
  useMutation({
    meta: { quiet: true },
    mutationFn: ({ desk: { calls, params }, what, version }: Wanted) =>
      api.call(what === 'list' ? calls.download : calls.certificate, { params, query: { version } }),
    onSuccess: ({ url }, wanted) => saveFrom(url, fileNameOf(wanted)),
    onError: (error) => console.error('Download failed', error),
  })
