import { type PropertyList, propertyLists } from '@dooryard/contract/data/property-lists'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useChangeList } from '../../../criteria/lists/lists.data.ts'
import { api } from '../../../lib/api/api.ts'
import { downloadFile, uploadFile } from '../../../lib/api/file-transfer.ts'
import { useIdempotentCall } from '../../../lib/api/idempotent-call.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import type { AddressFile } from './address-text.ts'

const toInput = ({ file, addedLines }: AddressFile) => ({ query: { fileName: file.name, addedLines }, body: file })

/**
 * Matches the addresses of a file and tells the progress of its upload, from 0 to 1; at 1 the server still reads it.
 * `reset` ends it, and so does unmounting. The caller shows the error.
 */
export function useAddressMatch() {
  const [share, setShare] = useState(0)
  const abortController = useRef<AbortController>(undefined)
  const match = useMutation({
    mutationFn: (given: AddressFile) => {
      const controller = new AbortController()
      abortController.current = controller
      setShare(0)
      return uploadFile(propertyLists.match, toInput(given), { signal: controller.signal, onShare: setShare })
    },
    meta: { quiet: true as const },
  })
  useEffect(() => () => abortController.current?.abort(), [])
  const reset = () => {
    abortController.current?.abort()
    match.reset()
  }
  return { ...match, share, reset }
}

export const useReportDownload = () =>
  useMutation({
    mutationFn: (given: AddressFile) => downloadFile(propertyLists.report, toInput(given)),
    onSuccess: (csv) => {
      saveBlob(csv, 'addresses-not-found.csv')
      showSuccessToast('addresses-not-found.csv saved')
    },
  })

/** Adds properties to a list, or to a new one of this name. The caller shows the error. */
export function useAddMatches() {
  const { applyAsync } = useChangeList()
  const created = useRef<PropertyList>(undefined) // by an attempt whose addition failed
  const idempotentCall = useIdempotentCall()
  return useMutation({
    mutationFn: async ({ target, propertyIds }: { target: PropertyList | string; propertyIds: string[] }) => {
      const create = async (name: string) => {
        if (created.current?.name === name) return created.current
        created.current = await idempotentCall((idempotencyKey) =>
          api.call(propertyLists.create, { body: { name } }, { idempotencyKey }),
        )
        return created.current
      }
      const list = typeof target === 'string' ? await create(target) : target
      await applyAsync({ params: { id: list.id }, body: { action: 'ADD', propertyIds } })
    },
    meta: { quiet: true as const },
  })
}
